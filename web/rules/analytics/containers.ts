// The tag-manager containers of a site as plugins of the analytics library (ANLY-09, ANLY-10).

import type { TagContainer } from '@marquee/api/schema.gen.ts';

/** A container as a plugin. */
export interface ContainerPlugin {
  /** A unique name. */
  readonly name: string;
  readonly id: string;
  /**
   * Whether it pushes page views and events to the data layer. All containers read that layer, so only one pushes to it, to avoid
   * duplicates.
   */
  readonly pushesEvents: boolean;
}

/**
 * The plugins, in the order in which they load, without duplicate containers. Shorter ids come first, because the library considers a
 * container loaded if its id is a prefix of a loaded one.
 */
export function containerPlugins(containers: readonly TagContainer[]): ContainerPlugin[] {
  const unique = containers.filter(
    ({ id }, index) => id !== '' && containers.findIndex((container) => container.id === id) === index,
  );
  const carrier = unique.find(({ purpose }) => purpose === 'site') ?? unique[0];
  const names = new Map<string, number>();
  return unique
    .map((container) => {
      const { purpose, id } = container;
      const count = (names.get(purpose) ?? 0) + 1;
      names.set(purpose, count);
      return { name: `gtm-${purpose}${count === 1 ? '' : `-${count}`}`, id, pushesEvents: container === carrier };
    })
    .toSorted((a, b) => a.id.length - b.id.length);
}
