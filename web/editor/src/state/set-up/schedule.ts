// The schedule of a new site.

import type { ScheduleReading, ScheduleRequest } from '@marquee/api/editor.gen.ts';
import { postJson } from '../api/upload.ts';
import { scheduleReader } from '../schedule.ts';

/** What the server needs to know of the new site. */
export type ScheduleSite = Omit<ScheduleRequest, 'source'>;

export const NEW_SITE_SCHEDULE = scheduleReader<ScheduleSite, ScheduleReading>((source, site, onProgress) =>
  postJson('schedule', { ...site, source } satisfies ScheduleRequest, onProgress),
);
