// Which changes of the draft need a new document of the preview. Those of the design are sent to the page as messages.

import { useEffect, useState } from 'react';
import { POINTERS } from '../design/theme.ts';
import { useDraft } from '../drafts.ts';
import { differencesOf, isWithin } from '../pointer.ts';

const STYLING = Object.values(POINTERS);

/** Whether two versions of the content differ in more than the design. */
export const needsReload = (before: unknown, after: unknown): boolean =>
  differencesOf(before, after).some(({ pointer }) => !STYLING.some((part) => isWithin(pointer, part)));

/** How long to wait for further changes before a document is loaded again, in milliseconds. */
const DELAY = 300;

/** A number that changes some time after the saved draft has changed in more than the design. */
export function useContentVersion(): number {
  const content = useDraft()?.server.content;
  const [shown, setShown] = useState({ content, version: 0 });
  useEffect(() => {
    if (content === shown.content) return undefined;
    const timer = setTimeout(() => {
      const isFirst = shown.content === undefined;
      const version = isFirst || !needsReload(shown.content, content) ? shown.version : shown.version + 1;
      setShown({ content, version });
    }, DELAY);
    return () => clearTimeout(timer);
  }, [content, shown]);
  return shown.version;
}
