// The schema of the site record, and the settings it describes.

import { useQuery } from '@tanstack/react-query';
import { call } from './api/client.ts';
import { type Leaf, groupAt, leavesOf } from './settings/schema.ts';

export interface SiteSchema {
  readonly schema: unknown;
  readonly leaves: readonly Leaf[];
}

/** The schema; it does not change while the page is open. */
export const useSiteSchema = (isEnabled = true) =>
  useQuery({
    queryKey: ['site-schema'],
    queryFn: async (): Promise<SiteSchema> => {
      const schema = await call<unknown>('GET', 'site-schema');
      const leaves = (['settings', 'config'] as const).flatMap((name) => leavesOf(groupAt(schema, name), `/site/${name}`));
      return { schema, leaves };
    },
    staleTime: Infinity,
    enabled: isEnabled,
  });
