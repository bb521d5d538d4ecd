import type { MemberPage } from '@marquee/api/schema.gen.ts';

/** The frame of the member area while nobody knows yet who looks. */
export function AreaSkeleton({ page }: { page: MemberPage }) {
  return <h1>{page.screen}</h1>;
}
