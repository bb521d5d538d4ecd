// The site's end of the editor's live preview: says that it is there, takes settings from windows it may listen to, and
// hands on what each changes.

import type { SiteFrame } from '@marquee/api/schema.gen.ts';
import { MOUNTED, originsOf, stylingOf, withStyling } from '@marquee/rules/preview.ts';

/** A message as it arrives. */
export interface Message {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

/** A window that opened this page or frames it. */
export interface Host {
  readonly postMessage: (message: typeof MOUNTED, target: '*') => void;
}

/** What of the browser this needs. */
export interface Surroundings {
  /** The windows that are listened to; the first of them hears that the page is there. */
  readonly hosts: readonly Host[];
  readonly listen: (hear: (message: Message) => void) => void;
  /** The answer of `GET /api/preview`. */
  readonly origins: () => Promise<unknown>;
  readonly isFamily: (name: string) => boolean;
  /** Shows colours, fonts and sizes. */
  readonly paint: (site: SiteFrame) => void;
}

/** The previewed site as a store. */
export interface Preview {
  /** The site as components show it. */
  readonly site: () => SiteFrame;
  /** Calls back on every change; to subscribe is to say that the page is there. */
  readonly subscribe: (changed: () => void) => () => void;
}

/** Starts to listen. Messages wait until it is known who may send them (PREV-03). */
export function startPreview(first: SiteFrame, { hosts, listen, origins, isFamily, paint }: Surroundings): Preview {
  let current = first;
  let shown = first;
  let mounted = false;
  const subscribers = new Set<() => void>();
  const allowed: Promise<readonly string[]> = origins().then(originsOf, () => []);

  const take = (data: unknown): void => {
    const styling = stylingOf(data, isFamily);
    if (styling === undefined) return;
    current = withStyling(current, styling);
    paint(current);
    if (!changesElements(shown, current)) return;
    shown = current;
    for (const changed of subscribers) changed();
  };
  const hear = async ({ origin, source, data }: Message): Promise<void> => {
    if (hosts.some((host) => host === source) && (await allowed).includes(origin)) take(data);
  };
  listen((message) => void hear(message));

  return {
    site: () => shown,
    subscribe(changed) {
      subscribers.add(changed);
      // Whoever they are: the message tells nothing, and the host is not known beforehand (PREV-02).
      if (!mounted) hosts[0]?.postMessage(MOUNTED, '*');
      mounted = true;
      return () => subscribers.delete(changed);
    },
  };
}

/** Whether components come out differently: colours and fonts are the stylesheet's, so a dragged colour costs no render. */
function changesElements({ theme: before, ...site }: SiteFrame, { theme: after, ...now }: SiteFrame): boolean {
  return before.roundContent !== after.roundContent || JSON.stringify(site) !== JSON.stringify(now);
}
