// The analytics library, with the analytics service and the tag-manager containers as plugins. It is downloaded and created when
// analytics is enabled for the first time (ANLY-05); then the scripts of its plugins load.

import googleAnalytics from '@analytics/google-analytics';
import googleTagManager from '@analytics/google-tag-manager';
import type { AnalyticsService, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type ContainerPlugin, containerPlugins } from '@marquee/rules/analytics/containers.ts';
import type { TrackedEvent } from '@marquee/rules/analytics/events.ts';
import { MAX_PAGES, MAX_UNDELIVERED, type UndeliveredEvent } from '@marquee/rules/analytics/undelivered-events.ts';
import { DATA_LAYER, SERVICE_COMMAND, SERVICE_CONFIG, SERVICE_LAYER } from '@marquee/rules/analytics/facts.ts';
import { Analytics, type AnalyticsPlugin } from 'analytics';
import { layerOf, pushCommand } from './layers.ts';
import type { PageView } from './page-view.ts';

export interface Library {
  /** Reports that a page was opened (PAGE-04). */
  readonly page: (view: PageView) => void;
  readonly track: (event: TrackedEvent) => void;
  /** Sends an event that was not delivered on an earlier page. */
  readonly resend: (undelivered: UndeliveredEvent) => void;
  /** Removes and returns the undelivered events; this page no longer sends them. */
  readonly takeUndelivered: () => readonly UndeliveredEvent[];
  /** Stops sending and drops the queued events (CONS-03). */
  readonly disable: () => void;
  readonly enable: () => void;
}

export type LibrarySettings = Pick<ThirdParties, 'analytics' | 'containers' | 'containerScript' | 'websiteId' | 'circuitId'>;

/** Creates the library. Its plugins load their scripts. */
export function openLibrary(
  { analytics: service, containers, containerScript, websiteId, circuitId }: LibrarySettings,
  log: (reason: unknown) => void,
): Library {
  // Must be done before a container reads the layer (SITE-09).
  const ids = Object.entries({ websiteId, circuitId }).filter(([, id]) => id !== undefined);
  if (containers.length > 0 && ids.length > 0) layerOf(window, DATA_LAYER).push(Object.fromEntries(ids));
  const deliveries = new Deliveries();
  const plugins = [
    ...(service === undefined ? [] : [servicePlugin(service, deliveries)]),
    ...containerPlugins(containers).map((container) => containerPlugin(container, containerScript, deliveries)),
  ];
  const names = plugins.map(({ name }) => name);
  const settings = { app: 'site', plugins, storage: memoryStorage() };
  const library = Analytics(settings);
  /** Drops the events that wait for a connection or a script, because the library would send them even if the plugin is disabled. */
  const emptyQueue = (): void => {
    const queue: unknown = library.getState('queue');
    if (typeof queue === 'object' && queue !== null) Object.assign(queue, { actions: [] });
  };
  const setEnabled = (isOn: boolean): void => {
    for (const id of service?.measurementIds ?? []) Reflect.set(window, `ga-disable-${id}`, !isOn);
    library.plugins[isOn ? 'enable' : 'disable'](names).catch(log);
  };
  return {
    page: ({ title, url, path, search, referrer }) => {
      // Otherwise the service would add the page's full URL to every event.
      if (service !== undefined)
        pushCommand(layerOf(window, SERVICE_LAYER), 'set', { page_location: url, page_referrer: referrer });
      // The service's plugin reads the query from `page_search`.
      library.page({ title, url, path, search, page_search: search, hash: '', referrer }).catch(log);
    },
    track: (event) => {
      deliveries.add(event);
      // A copy, because plugins modify the properties.
      library.track(event.name, { ...event.properties }).catch(log);
    },
    resend: ({ event, to, pages }) => {
      const recipients = deliveries.add(event, to, pages);
      const enabled = Object.fromEntries(recipients.map((name) => [name, true]));
      if (recipients.length > 0)
        library.track(event.name, { ...event.properties }, { plugins: { all: false, ...enabled } }).catch(log);
    },
    takeUndelivered: () => {
      emptyQueue();
      return deliveries.takeUndelivered();
    },
    disable: () => {
      setEnabled(false);
      emptyQueue();
      deliveries.takeUndelivered();
    },
    enable: () => setEnabled(true),
  };
}

/** A storage in memory, so that the library's visitor identifier does not outlive the page. */
function memoryStorage(): object {
  const items = new Map<string, unknown>();
  return {
    getItem: (key: string) => items.get(key),
    setItem: (key: string, value: unknown) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** The plugin of the analytics service (ANLY-08, ANLY-13). */
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
  // An event in its layer is delivered when its script has loaded.
  let isLoaded = false;
  document.addEventListener('load', ({ target }) => (isLoaded ||= target instanceof HTMLScriptElement && target.src === src), true);
  deliveries.addPlugin(plugin.name, () => isLoaded);
  return {
    ...plugin,
    track: (call: PluginCall) => {
      plugin.track(call);
      deliveries.markDelivered(plugin.name, call.payload.event);
    },
    // The plugin's own `loaded` never returns true for a script with a query, because it uses the address as a regular expression. Events
    // wait in the layer until the script has loaded.
    loaded: () => Reflect.has(window, SERVICE_COMMAND),
  };
}

/** The plugin of a container (ANLY-09, ANLY-10). Only one plugin pushes page views and events, because all containers read the same layer. */
function containerPlugin({ name, id, pushesEvents }: ContainerPlugin, script: string, deliveries: Deliveries): AnalyticsPlugin {
  const { config, initialize, loaded } = googleTagManager({ containerId: id, dataLayerName: DATA_LAYER, customScriptSrc: script });
  if (pushesEvents) deliveries.addPlugin(name, loaded);
  const push = (event: string, properties: TrackedEvent['properties']): void => {
    layerOf(window, DATA_LAYER).push({ event, ...properties });
  };
  return {
    name,
    config,
    initialize,
    loaded,
    ...(pushesEvents
      ? {
          // Containers only react to entries with an event name.
          page: ({ payload }: PluginCall) => push('page_view', payload.properties),
          track: ({ payload }: PluginCall) => {
            push(payload.event ?? '', payload.properties);
            deliveries.markDelivered(name, payload.event);
          },
        }
      : {}),
  };
}

/** Tracks which plugins have received each event. */
class Deliveries {
  readonly #isReady = new Map<string, () => boolean>();
  #open: {
    readonly event: TrackedEvent;
    readonly to: ReadonlySet<string>;
    readonly received: Set<string>;
    readonly pages: number;
  }[] = [];

  /** Adds a plugin. An event that the plugin received counts as delivered once `isReady` returns true. */
  addPlugin(name: string, isReady: () => boolean): void {
    this.#isReady.set(name, isReady);
  }

  /** Records an event. Returns the plugins of this page among `to`, which should receive it. */
  add(event: TrackedEvent, to: readonly string[] = [...this.#isReady.keys()], pages: number = 0): readonly string[] {
    const recipients = to.filter((name) => this.#isReady.has(name));
    this.#open = this.#open.filter((entry) => this.#missing(entry).length > 0).slice(1 - MAX_UNDELIVERED);
    this.#open.push({ event, to: new Set(recipients), received: new Set(), pages });
    return recipients;
  }

  /** Records that a plugin received the first open event with this name; plugins receive events in order. */
  markDelivered(plugin: string, name: string | undefined): void {
    this.#open
      .find(({ event, to, received }) => event.name === name && to.has(plugin) && !received.has(plugin))
      ?.received.add(plugin);
  }

  /** Removes all events and returns those that were not delivered, except events that have waited for the maximum number of pages. */
  takeUndelivered(): readonly UndeliveredEvent[] {
    const undelivered = this.#open.map((entry) => ({ event: entry.event, to: this.#missing(entry), pages: entry.pages + 1 }));
    this.#open = [];
    return undelivered.filter(({ to, pages }) => to.length > 0 && pages < MAX_PAGES);
  }

  /** The plugins to which an event was not delivered. */
  #missing({ to, received }: { readonly to: ReadonlySet<string>; readonly received: ReadonlySet<string> }): string[] {
    return [...to].filter((name) => !received.has(name) || this.#isReady.get(name)?.() === false);
  }
}

/** The argument with which the library calls a plugin. */
interface PluginCall {
  readonly payload: { readonly event?: string; readonly properties: TrackedEvent['properties'] };
}
