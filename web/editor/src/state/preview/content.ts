// When the preview loads its document again.

import { useEffect, useState } from 'react';
import { useDraft } from '../drafts.ts';
import { needsReload } from './reload.ts';

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
