// Lists that are ordered by drag, or with Alt and arrows.

import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, createContext, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Place } from '../state/content/sequence.ts';
import { useMessages } from '../state/messages.ts';
import { followDrag } from './follow-drag.ts';
import { Icon } from './Icon.tsx';
import { VisuallyHidden } from './Surface.tsx';
import styles from './Sortable.module.css';

interface Drag {
  readonly from: Place;
  /** Where it would be dropped, counted without the dragged item. */
  readonly to: Place;
}

const DragContext = createContext<Drag | undefined>(undefined);

const placeOf = (row: Element | null | undefined): Place | undefined => {
  const { sortList, sortIndex } = row instanceof HTMLElement ? row.dataset : {};
  return sortList === undefined || sortIndex === undefined ? undefined : { list: sortList, index: Number(sortIndex) };
};

const rowSelector = ({ list, index }: Place): string => `[data-sort-list="${list}"][data-sort-index="${index}"]`;

/** Focuses an item, once it is shown. */
export function focusItem(place: Place): void {
  requestAnimationFrame(() => document.querySelector(rowSelector(place))?.querySelector<HTMLElement>('button, a')?.focus());
}

/** Where a pointer at this height drops an item. */
function dropPlace(area: Element, y: number, from: Place): Place {
  const distance = (list: Element): number => {
    const { top, bottom } = list.getBoundingClientRect();
    return Math.max(top - y, y - bottom, 0);
  };
  const lists = [...area.querySelectorAll('[data-sort-end]')].toSorted((a, b) => distance(a) - distance(b));
  const [list] = lists;
  const id = list instanceof HTMLElement ? (list.dataset['sortEnd'] ?? '') : '';
  const rows = [...area.querySelectorAll(`[data-sort-list="${id}"]`)].filter((row) => {
    const place = placeOf(row);
    return place !== undefined && !(place.list === from.list && place.index === from.index);
  });
  const index = rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
  return { list: id, index };
}

interface SortAreaProps {
  readonly onMove: (from: Place, to: Place) => void;
  /** The place one step before or after another; undefined without one. */
  readonly stepFrom: (place: Place, step: -1 | 1) => Place | undefined;
  readonly children: ReactNode;
}

/** Contains lists whose items can be moved, also from one list to another. */
export function SortArea({ onMove, stepFrom, children }: SortAreaProps) {
  const { sort } = useMessages();
  const area = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const focused = useRef<Place>(undefined);
  const [said, setSaid] = useState('');
  const move = useEffectEvent((from: Place, to: Place, name: string) => {
    if (from.list === to.list && from.index === to.index) return;
    onMove(from, to);
    setSaid(sort.moved({ name, place: to.index + 1 }));
  });
  const step = useEffectEvent((row: Element, direction: -1 | 1) => {
    const from = placeOf(row);
    const to = from && stepFrom(from, direction);
    if (from === undefined || to === undefined) return;
    focused.current = to;
    move(from, to, nameOf(row));
  });
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
      const row = event.target instanceof Element ? event.target.closest('[data-sort-index]') : null;
      if (direction === undefined || row === null || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      step(row, direction);
    };
    const stopDrag = followDrags(element, setDrag, (from, to, name) => move(from, to, name));
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('keydown', onKey);
      stopDrag();
    };
  }, []);
  // Whatever renders the items again after a step: the moved one keeps the focus.
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    const row = area.current?.querySelector(rowSelector(focused.current));
    focused.current = undefined;
    row?.querySelector<HTMLElement>('button, a')?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <DragContext value={drag}>
      <div ref={area} className={styles['area']}>
        {children}
        <VisuallyHidden>
          <output>{said}</output>
        </VisuallyHidden>
      </div>
    </DragContext>
  );
}

const nameOf = (row: Element): string => (row instanceof HTMLElement ? (row.dataset['sortName'] ?? '') : '');

/** Follows pointers from handles. The result stops it. */
function followDrags(
  area: HTMLElement,
  show: (drag: Drag | undefined) => void,
  move: (from: Place, to: Place, name: string) => void,
): () => void {
  const onDown = (down: PointerEvent): void => {
    const handle = down.target instanceof Element ? down.target.closest('[data-sort-handle]') : null;
    const row = handle?.closest('[data-sort-index]');
    const from = placeOf(row);
    if (handle === null || row === null || row === undefined || from === undefined || down.button !== 0) return;
    down.preventDefault();
    let to: Place | undefined;
    followDrag(down, {
      onMove(event) {
        to = dropPlace(area, event.clientY, from);
        show({ from, to });
      },
      onEnd(end) {
        show(undefined);
        if (end === 'dropped' && to !== undefined) move(from, to, nameOf(row));
      },
    });
  };
  area.addEventListener('pointerdown', onDown);
  return () => area.removeEventListener('pointerdown', onDown);
}

/** One of the lists of the area. */
export function SortList({
  id,
  label,
  count,
  className,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const drag = use(DragContext);
  const length = drag?.from.list === id ? count - 1 : count;
  return (
    <ol
      aria-label={label}
      data-sort-end={id}
      className={cx(styles['list'], className, drag?.to.list === id && drag.to.index === length && styles['dropEnd'])}
    >
      {children}
    </ol>
  );
}

/** An item of a list. Its first button or link takes the focus when it is moved by keys. */
export function SortItem({
  place,
  name,
  className,
  children,
}: {
  readonly place: Place;
  readonly name: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const drag = use(DragContext);
  const isDragged = drag?.from.list === place.list && drag.from.index === place.index;
  const isAfter = drag?.from.list === place.list && place.index > drag.from.index;
  const index = place.index - (isAfter ? 1 : 0);
  const isDrop = drag !== undefined && !isDragged && drag.to.list === place.list && drag.to.index === index;
  return (
    <li
      data-sort-list={place.list}
      data-sort-index={place.index}
      data-sort-name={name}
      className={cx(styles['item'], className, isDragged && styles['dragged'], isDrop && styles['drop'])}
    >
      <span className={styles['grip']} data-sort-handle="">
        <Icon name="grip" small />
      </span>
      {children}
    </li>
  );
}
