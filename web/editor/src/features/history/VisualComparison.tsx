import { useEffect, useEffectEvent, useState } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '../../parts/Icon.tsx';
import { PreviewFrame } from '../../parts/PreviewFrame.tsx';
import { PreviewSheet } from '../../parts/PreviewSheet.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { isTyping } from '../../state/keys.ts';
import { useMessages } from '../../state/messages.ts';
import { useContentVersion } from '../../state/preview/content.ts';
import { DRAFT, useVersionAddress } from './versions.ts';
import styles from './History.module.css';

/** Width and height of the compared pages, in CSS pixels. Both are scrolled together. */
const SIZE = { width: 1280, height: 3200 };

interface Side {
  readonly id: string;
  readonly title: string;
}

interface Props {
  readonly state: DraftState;
  /** Path of the page below the address of a preview. */
  readonly path: string;
  readonly left: Side;
  readonly right: Side;
  readonly isSlider: boolean;
}

/** Two versions of a page: one behind the other with a slider, or side by side. */
export function VisualComparison({ state, path, left, right, isSlider }: Props) {
  const { history } = useMessages();
  const [split, setSplit] = useState(50);
  const area = useProperties<HTMLDivElement>({ '--split': `${split}%` });
  const before = <VersionFrame state={state} path={path} side={left} />;
  const after = <VersionFrame state={state} path={path} side={right} />;
  return (
    <div ref={area} className={styles['visual']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <section className={cx(styles['scroll'], !isSlider && styles['two'])} tabIndex={0} aria-label={history.pages()}>
        {isSlider ? (
          <PreviewSheet {...SIZE}>
            {before}
            <div className={styles['over']}>{after}</div>
          </PreviewSheet>
        ) : (
          <>
            <PreviewSheet {...SIZE}>{before}</PreviewSheet>
            <PreviewSheet {...SIZE}>{after}</PreviewSheet>
          </>
        )}
      </section>
      {isSlider && <Divider value={split} onChange={setSplit} />}
      <p className={styles['leftName']}>{left.title}</p>
      <p className={styles['rightName']}>{right.title}</p>
    </div>
  );
}

function VersionFrame({ state, path, side }: { readonly state: DraftState; readonly path: string; readonly side: Side }) {
  const { history } = useMessages();
  const address = useVersionAddress(side.id, state);
  const version = useContentVersion();
  const isDraft = side.id === DRAFT;
  return (
    <PreviewFrame
      url={address === undefined ? undefined : address + path}
      title={history.pageOf({ version: side.title })}
      isStatic
      {...(isDraft ? { version, content: state.content } : {})}
    />
  );
}

/** The line between both versions. Left and right arrows move it, wherever the focus is (ux 5.16). */
function Divider({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) {
  const { history } = useMessages();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1;
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0;
    const isElsewhere = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target);
    const isControl = event.target instanceof Element && event.target.closest('[role=radiogroup], input, [role=dialog]') !== null;
    if (by === 0 || isElsewhere || isControl) return;
    event.preventDefault();
    onChange(Math.min(100, Math.max(0, value + by)));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <Slider value={value} onChange={onChange} aria-label={history.divider()} className={styles['divider'] ?? ''}>
      <SliderTrack className={styles['dividerTrack'] ?? ''}>
        <SliderThumb className={styles['dividerThumb'] ?? ''}>
          <Icon name="swap" small />
        </SliderThumb>
      </SliderTrack>
    </Slider>
  );
}
