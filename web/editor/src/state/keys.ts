// Keys that work on every screen (ux 5.0), from the moment that it is shown: listeners are added in layout effects, because on a busy
// device other effects run after the first keys.

import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { openDialog } from './dialogs.ts';
import { useOpenSite } from './drafts.ts';
import { type Screen, screenPath, withBase } from './location.ts';
import { toggleRail } from './rail.ts';

/** The letters after G. */
export const SCREEN_KEYS: Readonly<Record<Screen, string>> = {
  overview: 'o',
  program: 'r',
  films: 'k',
  featured: 'f',
  events: 'e',
  pages: 'p',
  menus: 'm',
  design: 'd',
  media: 'i',
  history: 'h',
  members: 'u',
  rewards: 'w',
  theaters: 'l',
  feeds: 'n',
  settings: 's',
  team: 't',
};

/** How long G waits for its letter, in milliseconds. */
const SEQUENCE_TIME = 1500;

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Name of the modifier of commands. */
export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

/** Whether keys are text here. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(?:checkbox|radio|range)$/.test(target.getAttribute('type') ?? '')))
  );
}

/** Whether a text with formatting is edited here, in which Ctrl or Cmd and K makes a link. */
const isRichText = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.isContentEditable;

/** Whether a key selects an item here: any key in a list or menu, and letters in the rows of a tree. */
const selectsItem = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof Element &&
  (target.closest('[role=listbox], [role=menu]') !== null ||
    (/^[\p{L}\p{N}]$/u.test(key) && target.closest('[role=treegrid]') !== null));

/** Handles the keys of the frame while it is shown. */
export function useFrameKeys(screens: readonly Screen[]): void {
  const router = useRouter();
  const { site, draft } = useOpenSite();
  // When G was pressed.
  const sequence = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    const command = (event: KeyboardEvent): boolean => {
      const key = event.key.toLowerCase();
      if (key === 'k' && !isRichText(event.target)) openDialog('palette');
      else if (key === 'enter') openDialog('publish');
      else if (key === 'z' && !isTyping(event.target)) (event.shiftKey ? draft.redo : draft.undo).call(draft);
      else return false;
      return true;
    };
    const plain = (event: KeyboardEvent): boolean => {
      const key = event.key.toLowerCase();
      const screen = screens.find((name) => SCREEN_KEYS[name] === key);
      if (screen !== undefined && event.timeStamp - sequence.current < SEQUENCE_TIME) {
        sequence.current = Number.NEGATIVE_INFINITY;
        void router.navigate({ href: withBase(screenPath(site.key, screen)) });
        return true;
      }
      if (key === 'g') sequence.current = event.timeStamp;
      else if (key === '?') openDialog('keys');
      else if (key === '[') toggleRail();
      else if (key === 't') document.querySelector<HTMLElement>('main [data-tables] button')?.click();
      else if (key === '/') document.querySelector<HTMLInputElement>('main [data-search]')?.focus();
      else return false;
      return true;
    };
    const isElsewhere = (event: KeyboardEvent): boolean =>
      event.defaultPrevented || event.altKey || document.querySelector('[role=dialog]') !== null;
    // Before a focused button takes Enter as a press.
    const listenToCommands = (event: KeyboardEvent): void => {
      if (isElsewhere(event) || !(event.ctrlKey || event.metaKey) || !command(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const listen = (event: KeyboardEvent): void => {
      if (isElsewhere(event) || event.ctrlKey || event.metaKey || isTyping(event.target) || selectsItem(event)) return;
      if (plain(event)) event.preventDefault();
    };
    addEventListener('keydown', listenToCommands, true);
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listenToCommands, true);
      removeEventListener('keydown', listen);
    };
  }, [router, site.key, draft, screens]);
}

/** Runs an action on a letter of the screen that is shown, unless the letter is text, selects an item or follows G. */
export function useScreenKey(letter: string, run: () => void): void {
  const action = useRef(run);
  // When G was pressed.
  const sequence = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    action.current = run;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const key = event.key.toLowerCase();
      if (isElsewhere || isTyping(event.target) || selectsItem(event)) return;
      if (key === 'g') sequence.current = event.timeStamp;
      if (key !== letter || document.querySelector('[role=dialog]') !== null) return;
      const isScreen = Object.values(SCREEN_KEYS).includes(letter);
      if (isScreen && event.timeStamp - sequence.current < SEQUENCE_TIME) return;
      event.preventDefault();
      action.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [letter]);
}
