// Lists that are ordered by drag, or with Alt and arrows. Items may be indented by a drag to the side, or with Alt and left or right.

import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, createContext, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Place } from '../state/content/sequence.ts';
import { useMessages } from '../state/messages.ts';
import { followDrag } from './follow-drag.ts';
import { Icon } from './Icon.tsx';
import { RestrictedContext } from './Restricted.tsx';
import { VisuallyHidden } from './Surface.tsx';
import styles from './Sortable.module.css';

interface Drag {
  readonly from: Place;
  /** Number of items that are dragged: the item and those below it. */
  readonly span: number;
  /** Where it would be dropped, counted without the dragged items. */
  readonly to: Place;
  /** Whether it was dragged to the right (1) or left (-1). */
  readonly indent: Indent;
}

export type Indent = -1 | 0 | 1;

/** How far a pointer goes to the side to indent an item, in pixels. */
const INDENT = 28;

const DragContext = createContext<Drag | undefined>(undefined);

/** Whether the items cannot be moved. */
const FixedContext = createContext(false);

const placeOf = (row: Element | null | undefined): Place | undefined => {
  const { sortList, sortIndex } = row instanceof HTMLElement ? row.dataset : {};
  return sortList === undefined || sortIndex === undefined ? undefined : { list: sortList, index: Number(sortIndex) };
};

const rowSelector = ({ list, index }: Place): string => `[data-sort-list="${list}"][data-sort-index="${index}"]`;

/** Focuses an item, once it is shown. */
export function focusItem(place: Place): void {
  requestAnimationFrame(() => document.querySelector(rowSelector(place))?.querySelector<HTMLElement>('button, a')?.focus());
}

const isDraggedItem = (place: Place, { from, span }: Pick<Drag, 'from' | 'span'>): boolean =>
  place.list === from.list && place.index >= from.index && place.index < from.index + span;

/** Where a pointer at this height drops an item. */
function dropPlace(area: Element, y: number, from: Place, span: number): Place {
  const distance = (list: Element): number => {
    const { top, bottom } = list.getBoundingClientRect();
    return Math.max(top - y, y - bottom, 0);
  };
  const lists = [...area.querySelectorAll('[data-sort-end]')].toSorted((a, b) => distance(a) - distance(b));
  const [list] = lists;
  const id = list instanceof HTMLElement ? (list.dataset['sortEnd'] ?? '') : '';
  const rows = [...area.querySelectorAll(`[data-sort-list="${id}"]`)].filter((row) => {
    const place = placeOf(row);
    return place !== undefined && !isDraggedItem(place, { from, span });
  });
  const index = rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
  return { list: id, index };
}

const STEPS: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
]);
const INDENTS: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);

interface SortAreaProps {
  readonly onMove: (from: Place, to: Place, indent: Indent) => void;
  /** The place one step before or after another; undefined without one. */
  readonly stepFrom: (place: Place, step: -1 | 1) => Place | undefined;
  /** Indents an item (1) or undoes that (-1), and returns its place then; undefined if that is not possible. */
  readonly onIndent?: (place: Place, indent: -1 | 1) => Place | undefined;
  /** The items cannot be moved, because the role of the operator does not permit it: they have no handles. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** Contains lists whose items can be moved, also from one list to another. */
export function SortArea({ onMove, stepFrom, onIndent, isFixed: isOwnFixed = false, children }: SortAreaProps) {
  const isFixed = use(RestrictedContext) || isOwnFixed;
  const { sort } = useMessages();
  const area = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const focused = useRef<Place>(undefined);
  const [said, setSaid] = useState('');
  const move = useEffectEvent((from: Place, to: Place, name: string, indent: Indent) => {
    if (from.list === to.list && from.index === to.index && indent === 0) return;
    onMove(from, to, indent);
    setSaid(sort.moved({ name, place: to.index + 1 }));
  });
  const shift = useEffectEvent((row: Element, indent: -1 | 1) => {
    const from = placeOf(row);
    const to = from && onIndent?.(from, indent);
    if (to === undefined) return;
    focused.current = to;
    setSaid(indent === 1 ? sort.indented({ name: nameOf(row) }) : sort.outdented({ name: nameOf(row) }));
  });
  const step = useEffectEvent((row: Element, direction: -1 | 1) => {
    const from = placeOf(row);
    const to = from && stepFrom(from, direction);
    if (from === undefined || to === undefined) return;
    focused.current = to;
    move(from, to, nameOf(row), 0);
  });
  const isIndented = onIndent !== undefined;
  useEffect(() => {
    const element = area.current;
    if (element === null || isFixed) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const direction = STEPS.get(event.key);
      const indent = isIndented ? INDENTS.get(event.key) : undefined;
      const row = event.target instanceof Element ? event.target.closest('[data-sort-index]') : null;
      if ((direction ?? indent) === undefined || row === null || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (direction !== undefined) step(row, direction);
      if (indent !== undefined) shift(row, indent);
    };
    const stopDrag = followDrags(element, {
      show: setDrag,
      move: ({ from, to, indent }, name) => move(from, to, name, indent),
      isIndented,
    });
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('keydown', onKey);
      stopDrag();
    };
  }, [isIndented, isFixed]);
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
        <FixedContext value={isFixed}>{children}</FixedContext>
        <VisuallyHidden>
          <output>{said}</output>
        </VisuallyHidden>
      </div>
    </DragContext>
  );
}

const nameOf = (row: Element): string => (row instanceof HTMLElement ? (row.dataset['sortName'] ?? '') : '');

interface DragListener {
  readonly show: (drag: Drag | undefined) => void;
  readonly move: (drag: Drag, name: string) => void;
  /** Whether a drag to the side indents. */
  readonly isIndented: boolean;
}

/** Follows pointers from handles. The result stops it. */
function followDrags(area: HTMLElement, { show, move, isIndented }: DragListener): () => void {
  const onDown = (down: PointerEvent): void => {
    const handle = down.target instanceof Element ? down.target.closest('[data-sort-handle]') : null;
    const row = handle?.closest('[data-sort-index]');
    const from = placeOf(row);
    if (handle === null || !(row instanceof HTMLElement) || from === undefined || down.button !== 0) return;
    down.preventDefault();
    const span = Number(row.dataset['sortSpan'] ?? 1);
    let drag: Drag | undefined;
    followDrag(down, {
      onMove({ clientX, clientY }) {
        const shift = isIndented ? Math.trunc((clientX - down.clientX) / INDENT) : 0;
        drag = { from, span, to: dropPlace(area, clientY, from, span), indent: shift > 0 ? 1 : shift < 0 ? -1 : 0 };
        show(drag);
      },
      onEnd(end) {
        show(undefined);
        if (end === 'dropped' && drag !== undefined) move(drag, nameOf(row));
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
  const length = drag?.from.list === id ? count - drag.span : count;
  return (
    <ol
      aria-label={label}
      data-sort-end={id}
      className={cx(styles['list'], className, drag?.to.list === id && drag.to.index === length && styles['dropEnd'])}
      data-drop-indent={drag?.indent}
    >
      {children}
    </ol>
  );
}

/** An item of a list. Its first button or link takes the focus when it is moved by keys. */
export function SortItem({
  place,
  name,
  span = 1,
  className,
  children,
}: {
  readonly place: Place;
  readonly name: string;
  /** Number of items that move with it: itself, and those below it. */
  readonly span?: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const drag = use(DragContext);
  const isFixed = use(FixedContext);
  const isDragged = drag !== undefined && isDraggedItem(place, drag);
  const isAfter = drag?.from.list === place.list && place.index > drag.from.index;
  const index = place.index - (isAfter ? drag.span : 0);
  const isDrop = drag !== undefined && !isDragged && drag.to.list === place.list && drag.to.index === index;
  return (
    <li
      data-sort-list={place.list}
      data-sort-index={place.index}
      data-sort-name={name}
      data-sort-span={span}
      className={cx(styles['item'], className, isDragged && styles['dragged'], isDrop && styles['drop'])}
    >
      {/* Without a handle, its room stays: the columns of lists are below their names. */}
      <span className={cx(styles['grip'], isFixed && styles['fixed'])} {...(isFixed ? {} : { 'data-sort-handle': '' })}>
        {!isFixed && <Icon name="grip" small />}
      </span>
      {children}
    </li>
  );
}
