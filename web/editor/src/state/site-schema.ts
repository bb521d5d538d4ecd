// The schema of the site record, and the settings it describes.

import { field, text } from '@marquee/api/json.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api/client.ts';
import { type Leaf, settingsOf } from './settings/schema.ts';

export interface SiteSchema {
  readonly schema: unknown;
  /** Changes with any rule of the schema. */
  readonly version: string;
  readonly leaves: readonly Leaf[];
}

/** The schema; it does not change while the page is open. */
export const useSiteSchema = (isEnabled = true) =>
  useQuery({
    queryKey: ['site-schema'],
    queryFn: async (): Promise<SiteSchema> => {
      const schema = await call<unknown>('GET', 'site-schema');
      const version = text(field(schema, '$id')).split(':').at(-1) ?? '';
      return { schema, version, leaves: settingsOf(schema) };
    },
    staleTime: Infinity,
    enabled: isEnabled,
  });
