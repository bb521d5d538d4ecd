import type { PageData } from '@marquee/api/schema.gen.ts';
import type { Programme } from '@marquee/rules/analytics/programme.ts';
import { fetchedData } from '../../fetched-page.ts';

/** The data in which clicks are looked up: that of this page, and of the pages that its search and theater picker fetched. */
export function programmeOf({ page, context, theater, site }: PageData): Programme {
  const [first] = site.allTheaters;
  return {
    pages: [page, ...fetchedData()],
    theaterId: context.theaterId ?? theater?.id ?? (context.isSingleLocation ? first?.id : undefined),
    theaters: site.allTheaters,
  };
}
