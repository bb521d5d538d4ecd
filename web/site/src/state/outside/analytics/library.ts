// The analytics library with the analytics service and the tag-manager containers as its plugins. It is downloaded and made only
// once analytics is enabled (ANLY-05): from then on its scripts load.

import googleAnalytics from '@analytics/google-analytics';
import googleTagManager from '@analytics/google-tag-manager';
import type { AnalyticsService, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type ContainerPlugin, containerPlugins } from '@marquee/rules/analytics/containers.ts';
import type { Tracked } from '@marquee/rules/analytics/events.ts';
import { MOST_PAGES, MOST_UNSENT, type Unsent } from '@marquee/rules/analytics/unsent.ts';
import { DATA_LAYER, SERVICE_COMMAND, SERVICE_CONFIG, SERVICE_LAYER } from '@marquee/rules/analytics/facts.ts';
import { Analytics, type AnalyticsPlugin } from 'analytics';
import { layerOf, tell } from './layers.ts';
import type { PageView } from './page-view.ts';

/** What there is to tell analytics. */
export interface Library {
  /** A page was opened (PAGE-04). */
  readonly page: (view: PageView) => void;
  readonly track: (event: Tracked) => void;
  /** Sends what was not delivered on an earlier page. */
  readonly resend: (unsent: Unsent) => void;
  /** Removes and returns the undelivered events; this page no longer sends them. */
  readonly takeUnsent: () => readonly Unsent[];
  /** Nothing more is sent; what still waits is thrown away (CONS-03). */
  readonly disable: () => void;
  readonly enable: () => void;
}

export type LibrarySettings = Pick<ThirdParties, 'analytics' | 'containers' | 'containerScript' | 'websiteId' | 'circuitId'>;

/** Makes the library; its plugins load their scripts. */
export function openLibrary({ analytics: service, containers, containerScript, websiteId, circuitId }: LibrarySettings, log: (reason: unknown) => void): Library {
  // Before any container reads the layer (SITE-09).
  const ids = Object.entries({ websiteId, circuitId }).filter(([, id]) => id !== undefined);
  if (containers.length > 0 && ids.length > 0) layerOf(window, DATA_LAYER).push(Object.fromEntries(ids));
  const deliveries = new Deliveries();
  const plugins = [
    ...(service === undefined ? [] : [servicePlugin(service, deliveries)]),
    ...containerPlugins(containers).map((container) => containerPlugin(container, containerScript, deliveries)),
  ];
  const names = plugins.map(({ name }) => name);
  const settings = { app: 'site', plugins, storage: memory() };
  const library = Analytics(settings);
  /** What waits for a connection or a script would be sent later, whether or not its plugin is disabled. */
  const emptyQueue = (): void => {
    const queue: unknown = library.getState('queue');
    if (typeof queue === 'object' && queue !== null) Object.assign(queue, { actions: [] });
  };
  const turn = (isOn: boolean): void => {
    for (const id of service?.measurementIds ?? []) Reflect.set(window, `ga-disable-${id}`, !isOn);
    library.plugins[isOn ? 'enable' : 'disable'](names).catch(log);
  };
  return {
    page: ({ title, url, path, search, referrer }) => {
      // The service would put the page's whole address on every other event.
      if (service !== undefined) tell(layerOf(window, SERVICE_LAYER), 'set', { page_location: url, page_referrer: referrer });
      // The service's plugin knows the query by a name of its own.
      library.page({ title, url, path, search, page_search: search, hash: '', referrer }).catch(log);
    },
    track: (event) => {
      deliveries.expect(event);
      // Plugins write into what they are given.
      library.track(event.name, { ...event.properties }).catch(log);
    },
    resend: ({ event, to, pages }) => {
      const only = deliveries.expect(event, to, pages);
      const chosen = Object.fromEntries(only.map((name) => [name, true]));
      if (only.length > 0) library.track(event.name, { ...event.properties }, { plugins: { all: false, ...chosen } }).catch(log);
    },
    takeUnsent: () => {
      emptyQueue();
      return deliveries.take();
    },
    disable: () => {
      turn(false);
      emptyQueue();
      deliveries.take();
    },
    enable: () => turn(true),
  };
}

/** The library's own identifier of a visitor is kept for this page alone: nothing here needs to know them again. */
function memory(): object {
  const kept = new Map<string, unknown>();
  return {
    getItem: (key: string) => kept.get(key),
    setItem: (key: string, value: unknown) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** The analytics service with its measurement ids (ANLY-08, ANLY-13). */
function servicePlugin({ measurementIds, script }: AnalyticsService, deliveries: Deliveries): AnalyticsPlugin {
  const [first = ''] = measurementIds;
  const src = `${script}?id=${encodeURIComponent(first)}&l=${SERVICE_LAYER}`;
  const plugin = googleAnalytics({
    measurementIds,
    gtagConfig: SERVICE_CONFIG,
    dataLayerName: SERVICE_LAYER,
    gtagName: SERVICE_COMMAND,
    customScriptSrc: src,
  });
  // An event in its layer is delivered once its script has read it.
  let isLoaded = false;
  document.addEventListener('load', ({ target }) => (isLoaded ||= target instanceof HTMLScriptElement && target.src === src), true);
  deliveries.add(plugin.name, () => isLoaded);
  return {
    ...plugin,
    track: (told: Told) => {
      plugin.track(told);
      deliveries.done(plugin.name, told.payload.event);
    },
    // Its own answer is never yes for an address with a query, which it reads as a pattern. What it is told waits in its layer.
    loaded: () => Reflect.has(window, SERVICE_COMMAND),
  };
}

/** A container (ANLY-09, ANLY-10). Only one of them has what puts page views and events into the layer that all of them read. */
function containerPlugin({ name, id, carries }: ContainerPlugin, script: string, deliveries: Deliveries): AnalyticsPlugin {
  const { config, initialize, loaded } = googleTagManager({ containerId: id, dataLayerName: DATA_LAYER, customScriptSrc: script });
  if (carries) deliveries.add(name, loaded);
  const push = (event: string, properties: Tracked['properties']): void => {
    layerOf(window, DATA_LAYER).push({ event, ...properties });
  };
  return {
    name,
    config,
    initialize,
    loaded,
    ...(carries
      ? {
          // Without the name of an event no container would notice a page view.
          page: ({ payload }: Told) => push('page_view', payload.properties),
          track: ({ payload }: Told) => {
            push(payload.event ?? '', payload.properties);
            deliveries.done(name, payload.event);
          },
        }
      : {}),
  };
}

/** Tracks which plugins have received each event. */
class Deliveries {
  readonly #isReady = new Map<string, () => boolean>();
  #open: { readonly event: Tracked; readonly to: ReadonlySet<string>; readonly given: Set<string>; readonly pages: number }[] = [];

  /** Adds a plugin; the events that it is given are delivered once it is ready. */
  add(name: string, isReady: () => boolean): void {
    this.#isReady.set(name, isReady);
  }

  /** Records an event; returns the plugins of this page that should receive it. */
  expect(event: Tracked, to: readonly string[] = [...this.#isReady.keys()], pages: number = 0): readonly string[] {
    const here = to.filter((name) => this.#isReady.has(name));
    this.#open = this.#open.filter((entry) => this.#missing(entry).length > 0).slice(1 - MOST_UNSENT);
    this.#open.push({ event, to: new Set(here), given: new Set(), pages });
    return here;
  }

  /** Plugins are given events in order. */
  done(plugin: string, name: string | undefined): void {
    this.#open.find(({ event, to, given }) => event.name === name && to.has(plugin) && !given.has(plugin))?.given.add(plugin);
  }

  take(): readonly Unsent[] {
    const unsent = this.#open.map((entry) => ({ event: entry.event, to: this.#missing(entry), pages: entry.pages + 1 }));
    this.#open = [];
    return unsent.filter(({ to, pages }) => to.length > 0 && pages < MOST_PAGES);
  }

  #missing({ to, given }: { readonly to: ReadonlySet<string>; readonly given: ReadonlySet<string> }): string[] {
    return [...to].filter((name) => !given.has(name) || this.#isReady.get(name)?.() === false);
  }
}

/** What the library tells a plugin. */
interface Told {
  readonly payload: { readonly event?: string; readonly properties: Tracked['properties'] };
}
