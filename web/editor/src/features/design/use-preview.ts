// The editor's side of the live preview: waits for the framed page, then sends it the design of the draft.

import { field } from '@marquee/api/json.ts';
import { MOUNTED } from '@marquee/rules/preview.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type StylingMessage, changedMessages, stylingMessages } from '../../state/design/preview.ts';

export interface PreviewConnection {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Whether the framed page listens. */
  readonly isConnected: boolean;
}

/** Connects a frame with `url` to the draft. Each page that it opens gets the complete design. */
export function usePreview(url: string | undefined, content: unknown): PreviewConnection {
  const frame = useRef<HTMLIFrameElement>(null);
  const sent = useRef<ReadonlyMap<string, StylingMessage>>(new Map());
  const [mounts, setMounts] = useState(0);
  useEffect(() => {
    const listen = ({ source, data, origin }: MessageEvent<unknown>): void => {
      if (url === undefined || origin !== new URL(url).origin || source !== frame.current?.contentWindow) return;
      if (field(data, 'lifeCycle') !== MOUNTED.lifeCycle) return;
      sent.current = new Map();
      setMounts((count) => count + 1);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [url]);
  useEffect(() => {
    if (mounts === 0 || url === undefined) return;
    const next = stylingMessages(content);
    for (const message of changedMessages(sent.current, next))
      frame.current?.contentWindow?.postMessage(message, new URL(url).origin);
    sent.current = next;
  }, [mounts, url, content]);
  return { frame, isConnected: mounts > 0 };
}
