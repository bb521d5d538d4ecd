// Imports of files with records of the loyalty program.

import { EDITOR_API_PREFIX } from '@marquee/rules/paths.gen.ts';
import type { RecordKind } from './records.ts';

/** The address of a file with the columns that an import takes. */
export const templateAddress = (site: string, kind: RecordKind): string =>
  `${EDITOR_API_PREFIX}${site}/records/${kind}/template.csv`;
