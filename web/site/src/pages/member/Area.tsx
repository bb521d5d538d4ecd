import type { MemberPage } from '@marquee/api/schema.gen.ts';

/** What a member sees on a page of the member area. */
export function Area({ page }: { page: MemberPage }) {
  return <h1>{page.screen}</h1>;
}
