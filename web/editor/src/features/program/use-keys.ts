// The keys of the grid (ux 5.3).

import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../state/keys.ts';
import { laterDay } from '../../state/program/clock.ts';
import { STEP } from '../../state/program/placement.ts';
import { type ProgramShow, isMovable } from '../../state/program/shows.ts';
import type { ProgramActions, ShowMove } from './use-actions.ts';
import { type Program, showView } from './use-program.ts';

export interface GridSelection {
  readonly ids: ReadonlySet<string>;
  readonly set: (ids: ReadonlySet<string>) => void;
  /** Shows to paste. */
  readonly copied: readonly ProgramShow[];
  readonly copy: (shows: readonly ProgramShow[]) => void;
}

interface KeyHandlers {
  readonly program: Program;
  readonly actions: ProgramActions;
  readonly selection: GridSelection;
  readonly onAdd: () => void;
  readonly onOpen: (id: string) => void;
  readonly onWarning: () => void;
  /** Called when a locked show was to be moved. */
  readonly onLocked: () => void;
  readonly focus: (id: string) => void;
}

/** Keys that work anywhere on the screen: add, view, today, paging, next warning, paste. */
export function useProgramKeys({ program, actions, selection, onAdd, onWarning }: KeyHandlers): void {
  const handle = useEffectEvent((event: KeyboardEvent): boolean => {
    const step = program.view.kind === 'day' ? 1 : 7;
    const keys: Readonly<Record<string, () => void>> = {
      a: onAdd,
      1: () => showView({ kind: 'day' }),
      2: () => showView({ kind: 'week' }),
      t() {
        showView({ day: '' });
        document.querySelector('[data-today]')?.scrollIntoView({ block: 'nearest' });
      },
      ',': () => showView({ day: laterDay(program.day, -step) }),
      '.': () => showView({ day: laterDay(program.day, step) }),
      n: onWarning,
      v: () => actions.paste(selection.copied, program.day),
    };
    const run = keys[event.key.toLowerCase()];
    run?.();
    return run !== undefined;
  });
  useEffect(() => {
    let sequence = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent): void => {
      // G begins a key of the frame.
      if (event.key === 'g') sequence = event.timeStamp;
      const isSequence = event.key !== 'g' && event.timeStamp - sequence < 1500;
      const isElsewhere = document.querySelector('[role=dialog]') !== null || isTyping(event.target);
      if (event.defaultPrevented || isSequence || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      if (handle(event)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Items of the grid, which arrows move between. */
const itemsOf = (grid: Element): readonly HTMLElement[] => [...grid.querySelectorAll<HTMLElement>('[data-item]')];

const laneOf = (item: Element): Element | null => item.closest('[data-lane]');

/** The item that an arrow leads to: in the lane, or the nearest one of the next lane. */
function neighbor(grid: Element, item: HTMLElement, key: string): HTMLElement | undefined {
  const items = itemsOf(grid);
  const byTime = (a: HTMLElement, b: HTMLElement): number => a.getBoundingClientRect().left - b.getBoundingClientRect().left;
  const lane = items.filter((other) => laneOf(other) === laneOf(item)).toSorted(byTime);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return lane[lane.indexOf(item) + (key === 'ArrowRight' ? 1 : -1)];
  const lanes = [...grid.querySelectorAll('[data-lane]')];
  const next = lanes[lanes.findIndex((other) => other === laneOf(item)) + (key === 'ArrowDown' ? 1 : -1)];
  const { left } = item.getBoundingClientRect();
  const distance = (other: HTMLElement): number => Math.abs(other.getBoundingClientRect().left - left);
  return items.filter((other) => laneOf(other) === next).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Keys of the focused show. Returns the handler of the grid. */
export function useGridKeys({ program, actions, selection, onOpen, onLocked, focus }: KeyHandlers) {
  const find = (ids: Iterable<string>): readonly ProgramShow[] => {
    const wanted = new Set(ids);
    return program.placed.map(({ show }) => show).filter(({ id }) => wanted.has(id));
  };
  /** The selected shows, if the focused one is among them; else the focused one. */
  const targets = (id: string): readonly ProgramShow[] => find(selection.ids.has(id) ? selection.ids : [id]);
  const moveBy = (id: string, key: string): void => {
    const shows = targets(id).filter(isMovable);
    if (shows.length === 0) onLocked();
    actions.move(shows.map((show) => moveOf(program, show, key)));
    focus(id);
  };
  const arrow = (event: ReactKeyboardEvent, item: HTMLElement): void => {
    const id = item.dataset['show'];
    if (event.altKey) {
      if (id !== undefined) moveBy(id, event.key);
      return;
    }
    const next = neighbor(event.currentTarget, item, event.key);
    if (next === undefined) return;
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const nextId = next.dataset['show'];
    if (event.shiftKey && id !== undefined && nextId !== undefined) selection.set(new Set([...selection.ids, id, nextId]));
    else if (!event.shiftKey && selection.ids.size > 0) selection.set(new Set());
  };
  return (event: ReactKeyboardEvent): void => {
    const item = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-item]') : null;
    if (item === null || event.ctrlKey || event.metaKey) return;
    const id = item.dataset['show'];
    const keys: Readonly<Record<string, (id: string) => void>> = {
      c: (of) => selection.copy(targets(of)),
      d: (of) => {
        const [first] = actions.duplicate(targets(of));
        if (first !== undefined) focus(first);
      },
      Delete: (of) => actions.remove(targets(of)),
      Backspace: (of) => actions.remove(targets(of)),
      Enter: onOpen,
    };
    if (event.key.startsWith('Arrow')) arrow(event, item);
    else if (event.key === 'Escape' && selection.ids.size > 0) selection.set(new Set());
    else if (id !== undefined && keys[event.key] !== undefined && !event.altKey) keys[event.key]?.(id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** A show five minutes earlier or later, or on another screen; beyond the first and last screen, on the next day. */
function moveOf(program: Program, show: ProgramShow, key: string): ShowMove {
  const { day, minutes } = show.local;
  const { screen } = show.fields;
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return { show, day, screen, minutes: minutes + (key === 'ArrowRight' ? STEP : -STEP) };
  const lanes = (program.view.kind === 'day' ? [day] : program.days).flatMap((of) =>
    program.screens.map(({ id }) => ({ day: of, screen: id })),
  );
  const index = lanes.findIndex((lane) => lane.day === day && lane.screen === screen);
  const lane = lanes[index + (key === 'ArrowDown' ? 1 : -1)] ?? { day, screen };
  return { show, ...lane, minutes };
}
