import type { MemberPage } from '@marquee/api/schema.gen.ts';

/** What a guest sees on a page of the member area. */
export function Guest({ page }: { page: MemberPage }) {
  return <h1>{page.screen}</h1>;
}
