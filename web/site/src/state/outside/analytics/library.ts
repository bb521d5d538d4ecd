// The analytics library with the analytics service and the tag-manager containers as its plugins. It is downloaded and made only
// once analytics is enabled (ANLY-05): from then on its scripts load.

import googleAnalytics from '@analytics/google-analytics';
import googleTagManager from '@analytics/google-tag-manager';
import type { AnalyticsService, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type ContainerPlugin, containerPlugins } from '@marquee/rules/analytics/containers.ts';
import type { Tracked } from '@marquee/rules/analytics/events.ts';
import { DATA_LAYER, SERVICE_COMMAND, SERVICE_CONFIG, SERVICE_LAYER } from '@marquee/rules/analytics/facts.ts';
import { Analytics, type AnalyticsPlugin } from 'analytics';
import { layerOf, tell } from './layers.ts';
import type { PageView } from './page-view.ts';

/** What there is to tell analytics. */
export interface Library {
  /** A page was opened (PAGE-04). */
  readonly page: (view: PageView) => void;
  readonly track: (event: Tracked) => void;
  /** Nothing more is sent; what still waits is thrown away (CONS-03). */
  readonly disable: () => void;
  readonly enable: () => void;
}

export type LibrarySettings = Pick<ThirdParties, 'analytics' | 'containers' | 'containerScript'>;

/** Makes the library; its plugins load their scripts. */
export function openLibrary({ analytics: service, containers, containerScript }: LibrarySettings, log: (reason: unknown) => void): Library {
  const plugins = [
    ...(service === undefined ? [] : [servicePlugin(service)]),
    ...containerPlugins(containers).map((container) => containerPlugin(container, containerScript)),
  ];
  const names = plugins.map(({ name }) => name);
  const settings = { app: 'site', plugins, storage: memory() };
  const library = Analytics(settings);
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
    track: ({ name, properties }) => {
      // Plugins write into what they are given.
      library.track(name, { ...properties }).catch(log);
    },
    disable: () => {
      turn(false);
      // What waits for a connection or a script would be sent later, whether or not its plugin is disabled.
      const queue: unknown = library.getState('queue');
      if (typeof queue === 'object' && queue !== null) Object.assign(queue, { actions: [] });
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
function servicePlugin({ measurementIds, script }: AnalyticsService): AnalyticsPlugin {
  const [first = ''] = measurementIds;
  return {
    ...googleAnalytics({
      measurementIds,
      gtagConfig: SERVICE_CONFIG,
      dataLayerName: SERVICE_LAYER,
      gtagName: SERVICE_COMMAND,
      customScriptSrc: `${script}?id=${encodeURIComponent(first)}&l=${SERVICE_LAYER}`,
    }),
    // Its own answer is never yes for an address with a query, which it reads as a pattern. What it is told waits in its layer.
    loaded: () => Reflect.has(window, SERVICE_COMMAND),
  };
}

/** A container (ANLY-09, ANLY-10). Only one of them has what puts page views and events into the layer that all of them read. */
function containerPlugin({ name, id, carries }: ContainerPlugin, script: string): AnalyticsPlugin {
  const { config, initialize, loaded } = googleTagManager({ containerId: id, dataLayerName: DATA_LAYER, customScriptSrc: script });
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
          track: ({ payload }: Told) => push(payload.event ?? '', payload.properties),
        }
      : {}),
  };
}

/** What the library tells a plugin. */
interface Told {
  readonly payload: { readonly event?: string; readonly properties: Tracked['properties'] };
}
