// A preview of the site in a frame. A new document is loaded behind the old one, and shown once it is ready.

import { field } from '@marquee/api/json.ts';
import { pageMessageOf, sentMessage } from '@marquee/rules/preview-editing.ts';
import { MOUNTED } from '@marquee/rules/preview.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type StylingMessage, changedMessages, stylingMessages } from '../state/design/preview.ts';
import type { PreviewChannel } from '../state/preview/channel.ts';
import styles from './Preview.module.css';

/** A document is shown without its message this long after it has loaded, in milliseconds. */
const PATIENCE = 2000;

/** A new document is loaded if the open one has not answered in this time, in milliseconds: longer than the page may take. */
const CONTENT_PATIENCE = 12_000;

interface Loaded {
  readonly id: number;
  readonly url: string;
}

export interface PreviewFrameProps {
  readonly url: string | undefined;
  /** Another value shows the changed draft: in the document that is open if it can, else in a new one. */
  readonly version?: number;
  /** Content whose design is sent to the page as messages; absent for a page that stays as the server renders it. */
  readonly content?: unknown;
  readonly title: string;
  /** The page takes neither pointer nor focus. */
  readonly isStatic?: boolean;
  /** The Tab key passes over the page. */
  readonly isSkipped?: boolean;
  readonly onConnect?: (isConnected: boolean) => void;
  /** Connects blocks and texts of the page with an editor. */
  readonly channel?: PreviewChannel | undefined;
}

export function PreviewFrame({
  url,
  version = 0,
  content,
  title,
  isStatic = false,
  isSkipped = isStatic,
  onConnect,
  channel,
}: PreviewFrameProps) {
  const elements = useRef(new Map<number, HTMLIFrameElement>());
  const [reloads, setReloads] = useState(0);
  const { frames, show } = useDocuments(url, reloads);
  const updates = useContentUpdates(url, version, () => setReloads((count) => count + 1));
  const { isConnected } = useStyling(elements, content, show, channel, updates);
  useEffect(() => onConnect?.(isConnected), [isConnected, onConnect]);
  return frames.map(({ id, url: address }, index) => (
    <iframe
      key={id}
      ref={(element) => {
        if (element === null) elements.current.delete(id);
        else elements.current.set(id, element);
      }}
      src={address}
      title={title}
      // oxlint-disable-next-line react/iframe-missing-sandbox -- the site has another origin, and needs its own
      sandbox="allow-scripts allow-same-origin"
      className={cx(styles['page'], index > 0 && styles['next'], isStatic && styles['static'])}
      onLoad={() => setTimeout(() => show(id), PATIENCE)}
      {...(index > 0 ? { inert: true } : {})}
      {...(isSkipped ? { tabIndex: -1 } : {})}
    />
  ));
}

/** The shown document and the one that is loaded. */
function useDocuments(url: string | undefined, version: number) {
  const [state, setState] = useState<{ readonly key: string; readonly frames: readonly Loaded[] }>({ key: '', frames: [] });
  const key = `${version} ${url ?? ''}`;
  if (url !== undefined && state.key !== key) {
    const [shown] = state.frames;
    const next = { id: (state.frames.at(-1)?.id ?? 0) + 1, url };
    setState({ key, frames: shown === undefined ? [next] : [shown, next] });
  }
  const [show] = useState(() => (id: number): void => {
    setState((current) => {
      const rest = current.frames.filter((frame) => frame.id >= id);
      return rest.length === 0 || rest.length === current.frames.length ? current : { ...current, frames: rest };
    });
  });
  return { frames: state.frames, show };
}

/** How the documents of a frame get a changed draft. */
interface ContentUpdates {
  /** The document that says that it listens, or that it cannot show the draft. */
  readonly onAnswer: (target: Window, isShown: boolean) => void;
  /** The document that is open and listens, with its origin; undefined until one does. */
  readonly connect: (open: { readonly target: Window; readonly origin: string } | undefined) => void;
}

/** Asks the open document to show the draft whenever its version changes, and has a new one loaded if it cannot or does not answer. */
function useContentUpdates(url: string | undefined, version: number, onReload: () => void): ContentUpdates {
  const open = useRef<{ readonly target: Window; readonly origin: string }>(undefined);
  const waiting = useRef<{ readonly target: Window; readonly timer: ReturnType<typeof setTimeout> }>(undefined);
  const seen = useRef({ url, version });
  const reload = useEffectEvent(onReload);
  const [updates] = useState<ContentUpdates>(() => ({
    onAnswer(target, isShown) {
      if (waiting.current?.target !== target) return;
      clearTimeout(waiting.current.timer);
      waiting.current = undefined;
      if (!isShown) onReload();
    },
    connect(document) {
      open.current = document;
    },
  }));
  useEffect(() => {
    const before = seen.current;
    seen.current = { url, version };
    // Another address has a new document anyway.
    if (before.version === version || before.url !== url) return;
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    if (open.current === undefined) {
      reload();
      return;
    }
    const { target, origin } = open.current;
    waiting.current = { target, timer: setTimeout(() => updates.onAnswer(target, false), CONTENT_PATIENCE) };
    target.postMessage(sentMessage({ type: 'content' }), origin);
  }, [url, version, updates]);
  return updates;
}

/** Sends the design to each document that says that it listens. */
function useStyling(
  elements: React.RefObject<Map<number, HTMLIFrameElement>>,
  content: unknown,
  onReady: (id: number) => void,
  channel: PreviewChannel | undefined,
  updates: ContentUpdates,
): { readonly isConnected: boolean } {
  const sent = useRef(new Map<Window, ReadonlyMap<string, StylingMessage>>());
  const [mounts, setMounts] = useState(0);
  useEffect(() => {
    const listen = ({ source, data, origin }: MessageEvent<unknown>): void => {
      for (const [id, { contentWindow, src }] of elements.current) {
        if (contentWindow === null || contentWindow !== source || origin !== new URL(src).origin) continue;
        if (field(data, 'lifeCycle') === MOUNTED.lifeCycle) {
          sent.current.set(contentWindow, new Map());
          setMounts((count) => count + 1);
          onReady(id);
          updates.connect({ target: contentWindow, origin });
          updates.onAnswer(contentWindow, true);
          channel?.keep((target) => [...elements.current.values()].some((element) => element.contentWindow === target));
          channel?.add(contentWindow, origin);
        } else if (sent.current.has(contentWindow)) {
          const message = pageMessageOf(data);
          if (message?.type === 'contentFailed') updates.onAnswer(contentWindow, false);
          else if (message !== undefined) channel?.receive(message);
        }
      }
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [elements, onReady, channel, updates]);
  useEffect(() => {
    if (mounts === 0 || content === undefined) return;
    const next = stylingMessages(content);
    const windows = new Set<Window>();
    for (const { contentWindow, src } of elements.current.values()) {
      const before = contentWindow === null ? undefined : sent.current.get(contentWindow);
      if (contentWindow === null || before === undefined) continue;
      for (const message of changedMessages(before, next)) contentWindow.postMessage(message, new URL(src).origin);
      sent.current.set(contentWindow, next);
      windows.add(contentWindow);
    }
    for (const old of sent.current.keys()) if (!windows.has(old)) sent.current.delete(old);
  }, [elements, mounts, content]);
  return { isConnected: mounts > 0 };
}
