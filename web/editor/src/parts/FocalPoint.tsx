// What crops of a picture keep in view: set by pointer or arrow keys, with the crops beside it.

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { CENTER, type FocalPoint as Point, useDetails } from '../state/media/details.ts';
import { useMessages } from '../state/messages.ts';
import { Button } from './Button.tsx';
import { useProperties } from './use-properties.ts';
import styles from './FocalPoint.module.css';

const KEYS: Readonly<Record<string, readonly [x: number, y: number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Percent per press of an arrow key, and with Shift. */
const STEP = 1;
const LARGE_STEP = 10;

const limited = (value: number): number => Math.round(Math.min(100, Math.max(0, value)));

function pointAt({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [limited(((clientX - left) / width) * 100), limited(((clientY - top) / height) * 100)];
}

/** A picture with its focal point and its crops. */
export function FocalPoint({ picture, isReadOnly }: { readonly picture: EditorPicture; readonly isReadOnly: boolean }) {
  const { media } = useMessages();
  const [{ focus }, change] = useDetails(picture.source);
  const [dragged, setDragged] = useState<Point>();
  const [x, y] = dragged ?? focus ?? CENTER;
  const root = useProperties<HTMLDivElement>({
    '--x': `${x}%`,
    '--y': `${y}%`,
    '--ratio': `${picture.width / picture.height}`,
  });
  const move = (event: KeyboardEvent): void => {
    const direction = KEYS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    change({ focus: [limited(x + direction[0] * step), limited(y + direction[1] * step)] });
  };
  const begin = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(pointAt(event));
  };
  const drag = (event: PointerEvent): void => {
    if (dragged !== undefined) setDragged(pointAt(event));
  };
  const end = (): void => {
    if (dragged !== undefined) change({ focus: dragged });
    setDragged(undefined);
  };
  return (
    <div ref={root} className={styles['focal']}>
      {isReadOnly ? (
        <img src={picture.address} alt="" />
      ) : (
        <button
          type="button"
          className={styles['picture']}
          aria-label={media.focusAt({ x, y })}
          onKeyDown={move}
          onPointerDown={begin}
          onPointerMove={drag}
          onPointerUp={end}
          onPointerCancel={() => setDragged(undefined)}
        >
          <img src={picture.address} alt="" draggable={false} />
          <span className={styles['point']} />
        </button>
      )}
      <Crops address={picture.address} />
      {!isReadOnly && (
        <p className={styles['hint']}>
          {media.focusHint()}
          {focus !== undefined && (
            <Button size="small" look="ghost" onPress={() => change({ focus: undefined })}>
              {media.focusReset()}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** What crops show of a picture. */
function Crops({ address }: { readonly address: string }) {
  const { media } = useMessages();
  const crops = [
    { name: 'wide', label: media.cropWide() },
    { name: 'square', label: media.cropSquare() },
    { name: 'poster', label: media.cropPoster() },
  ];
  return (
    <ul className={styles['crops']} aria-label={media.crops()}>
      {crops.map(({ name, label }) => (
        <li key={name}>
          <img src={address} alt="" className={styles[name]} />
          <small>{label}</small>
        </li>
      ))}
    </ul>
  );
}
