// The site's side of the editor's live preview: announces the page to the editor, accepts settings from allowed origins, and
// applies them.

import type { SiteFrame } from '@marquee/api/schema.gen.ts';
import { type EditorMessage, editorMessageOf, type PageMessage, sentMessage } from '@marquee/rules/preview-editing.ts';
import { MOUNTED, originsOf, stylingOf, withStyling } from '@marquee/rules/preview.ts';

/** The used fields of a `MessageEvent`. */
export interface Message {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

/** A window that opened or frames this page. */
export interface Host {
  readonly postMessage: (message: unknown, target: string) => void;
}

/** Browser dependencies of the preview. */
export interface PreviewPorts {
  /** The windows whose messages are accepted; the first one is told that the page has mounted. */
  readonly hosts: readonly Host[];
  readonly listen: (listener: (message: Message) => void) => void;
  /** Fetches the response of `GET /api/preview`. */
  readonly origins: () => Promise<unknown>;
  readonly isFontFamily: (name: string) => boolean;
  /** Applies colors, fonts and sizes. */
  readonly applyTheme: (site: SiteFrame) => void;
  /** Loads what edits blocks (PREV-11). `post` sends to the editor whose message came first, and to its origin only. */
  readonly loadEditing: (post: (message: PageMessage) => void) => Promise<(message: BlockMessage) => void>;
  /** Loads what outlines the header or the footer (PREV-11). */
  readonly loadPartOutline: () => Promise<(message: PartMessage) => void>;
  /** Loads the page as the draft is now; undefined if that needs a new document. */
  readonly loadContent: () => Promise<LaterContent | undefined>;
}

/** Messages about the header and the footer. */
export type PartMessage = Extract<EditorMessage, { type: 'outlinePart' }>;

/** Messages about blocks. */
export type BlockMessage = Exclude<EditorMessage, PartMessage>;

/** The content of a later draft. */
export interface LaterContent {
  readonly site: SiteFrame;
  /** Replaces what the document shows. */
  readonly show: () => void;
}

/** The previewed site, as an external store. */
export interface Preview {
  /** The site for rendering. */
  readonly site: () => SiteFrame;
  /** Subscribes to changes. The first subscription announces the page to the editor. */
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Starts the preview. Messages wait until the allowed origins are known (PREV-03). */
export function startPreview(initial: SiteFrame, ports: PreviewPorts): Preview {
  const { hosts, listen, origins, isFontFamily, applyTheme, loadEditing, loadPartOutline, loadContent } = ports;
  let editing: Promise<(message: BlockMessage) => void> | undefined;
  let outlining: ReturnType<typeof loadPartOutline> | undefined;
  let current = initial;
  let rendered = initial;
  let isAnnounced = false;
  let replacing = Promise.resolve();
  const subscribers = new Set<() => void>();
  const allowed: Promise<readonly string[]> = origins().then(originsOf, () => []);

  const apply = (data: unknown): void => {
    const styling = stylingOf(data, isFontFamily);
    if (styling === undefined) return;
    current = withStyling(current, styling);
    applyTheme(current);
    if (!requiresRender(rendered, current)) return;
    rendered = current;
    for (const onChange of subscribers) onChange();
  };
  /** Shows the draft as it is now, and announces the page again: the editor then sends the design and the selected block. */
  const replace = async (post: (message: PageMessage) => void): Promise<void> => {
    const content = await loadContent().catch(() => undefined);
    if (content === undefined) {
      post({ type: 'contentFailed' });
      return;
    }
    current = content.site;
    rendered = content.site;
    isAnnounced = false;
    content.show();
    (await editing)?.({ type: 'content' });
  };
  const handleMessage = async ({ origin, source, data }: Message): Promise<void> => {
    const sender = hosts.find((host) => host === source);
    if (sender === undefined || !(await allowed).includes(origin)) return;
    const message = editorMessageOf(data);
    const post = (reply: PageMessage): void => sender.postMessage(sentMessage(reply), origin);
    if (message === undefined) apply(data);
    else if (message.type === 'content') {
      // One after the other: each shows the draft as it is then.
      replacing = replacing.then(() => replace(post));
    } else if (message.type === 'outlinePart') {
      outlining ??= loadPartOutline();
      (await outlining)(message);
    } else {
      editing ??= loadEditing(post);
      (await editing)(message);
    }
  };
  listen((message) => void handleMessage(message));

  return {
    site: () => rendered,
    subscribe(onChange) {
      subscribers.add(onChange);
      // To any origin: the message reveals nothing, and the host's origin is unknown (PREV-02).
      if (!isAnnounced) hosts[0]?.postMessage(MOUNTED, '*');
      isAnnounced = true;
      return () => subscribers.delete(onChange);
    },
  };
}

/** Whether a change affects the rendered elements. Colors and fonts only affect the stylesheet. */
function requiresRender({ theme: before, ...site }: SiteFrame, { theme: after, ...now }: SiteFrame): boolean {
  return before.roundContent !== after.roundContent || JSON.stringify(site) !== JSON.stringify(now);
}
