// The tag-manager containers of a site as plugins of the analytics library (ANLY-09, ANLY-10).

import type { TagContainer } from '@marquee/api/schema.gen.ts';

/** A container. */
export interface ContainerPlugin {
  /** No two plugins have the same name. */
  readonly name: string;
  readonly id: string;
  /**
   * Whether it puts page views and events into the data layer. All containers read that layer, so one does it: with two,
   * everything would be there twice.
   */
  readonly carries: boolean;
}

/**
 * The plugins, in the order in which they load. A container that is named twice loads once. Shorter ids come first, because the
 * library takes a container for loaded when the id of a loaded one begins with its own.
 */
export function containerPlugins(containers: readonly TagContainer[]): ContainerPlugin[] {
  const once = containers.filter(({ id }, place) => id !== '' && containers.findIndex((other) => other.id === id) === place);
  const carrier = once.find(({ purpose }) => purpose === 'site') ?? once[0];
  const names = new Map<string, number>();
  return once
    .map((container) => {
      const { purpose, id } = container;
      const count = (names.get(purpose) ?? 0) + 1;
      names.set(purpose, count);
      return { name: `gtm-${purpose}${count === 1 ? '' : `-${count}`}`, id, carries: container === carrier };
    })
    .toSorted((a, b) => a.id.length - b.id.length);
}
