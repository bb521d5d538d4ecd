import type { PageData } from '@marquee/api/schema.gen.ts';
import type { Schedule } from '@marquee/rules/analytics/schedule.ts';
import { fetchedData } from '../../fetched-page.ts';

/** The data in which clicks are looked up: that of this page, and of the pages that its search and theater picker fetched. */
export function scheduleOf({ page, context, theater, site }: PageData): Schedule {
  const [first] = site.allTheaters;
  return {
    pages: [page, ...fetchedData()],
    theaterId: context.theaterId ?? theater?.id ?? (context.isSingleLocation ? first?.id : undefined),
    theaters: site.allTheaters,
  };
}
