// The schema of the site record, and the settings it describes.

import { useQuery } from '@tanstack/react-query';
import { call } from './api/client.ts';
import { type Leaf, settingsOf } from './settings/schema.ts';

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
      return { schema, leaves: settingsOf(schema) };
    },
    staleTime: Infinity,
    enabled: isEnabled,
  });
