// When the preview loads its document again.

import { useEffect, useEffectEvent, useState } from 'react';
import { useDraft } from '../drafts.ts';
import { needsReload } from './reload.ts';

/** How long to wait for further changes before a document is loaded again, in milliseconds. */
const DELAY = 300;

/** Texts that are edited on the page itself. */
export interface TextsOnPage {
  /** No new document for now. */
  readonly isHeld: boolean;
  /** The earlier content with what the page shows already from the later one. */
  readonly shown: (before: unknown, after: unknown) => unknown;
}

/** A number that changes some time after the saved draft has changed in more than the design and the texts on the page. */
export function useContentVersion(texts?: TextsOnPage): number {
  const content = useDraft()?.server.content;
  const [shown, setShown] = useState({ content, version: 0 });
  const compare = useEffectEvent((before: unknown): boolean => needsReload(texts?.shown(before, content) ?? before, content));
  const isHeld = texts?.isHeld === true;
  useEffect(() => {
    if (content === shown.content || isHeld) return undefined;
    const timer = setTimeout(() => {
      const isFirst = shown.content === undefined;
      const version = isFirst || !compare(shown.content) ? shown.version : shown.version + 1;
      setShown({ content, version });
    }, DELAY);
    return () => clearTimeout(timer);
  }, [content, shown, isHeld]);
  return shown.version;
}
