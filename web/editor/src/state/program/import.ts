// Imports of schedules into the program of a site, after a dry run.

import type { ImportPlan, ImportPlanRequest, ImportRequest, ImportedRecords, ScheduleSource } from '@marquee/api/editor.gen.ts';
import { ApiError } from '../api/client.ts';
import { postJson } from '../api/upload.ts';
import { scheduleReader } from '../schedule.ts';

/** Where a schedule goes. */
export interface ImportTarget {
  /** Key of the site. */
  readonly site: string;
  /** Id of the theater of rows that name none. */
  readonly theater?: string;
}

/** The share of the shows from which a removal needs a second look. */
const HELD_FROM = 0.4;

const body = (source: ScheduleSource, theater: string | undefined): ImportPlanRequest => ({
  source,
  ...(theater === undefined ? {} : { theater }),
});

/** The dry run. */
export const PROGRAM_IMPORT = scheduleReader<ImportTarget, ImportPlan>((source, { site, theater }, onProgress) =>
  postJson(`${site}/program/import/plan`, body(source, theater), onProgress),
);

/** Imports what a dry run has shown. */
export const importSchedule = (source: ScheduleSource, { site, theater }: ImportTarget, plan: string): Promise<ImportPlan> =>
  postJson(`${site}/program/import`, { ...body(source, theater), plan } satisfies ImportRequest, () => undefined);

/** What differs from the dry run; undefined for another error. */
export function outdatedPart(error: unknown): 'source' | 'program' | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'changedSource') return 'source';
  return error.code === 'changedProgram' ? 'program' : undefined;
}

/** The share of the shows that an import removes, 0 to 1, if it is so large that the file may be incomplete. */
export function heldShare({ changed, removed, unchanged }: ImportedRecords): number | undefined {
  const share = removed / Math.max(1, changed + removed + unchanged);
  return share > HELD_FROM ? share : undefined;
}
