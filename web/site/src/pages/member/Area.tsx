import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { lazy, Suspense } from 'react';
import { AreaSkeleton } from './AreaSkeleton.tsx';
import { loadArea } from './load-area.ts';

// The server knows no member, and guests do not need it: what members see is loaded when somebody is signed in.
const AreaBody = import.meta.env.SSR ? null : lazy(loadArea);

/** What a member sees on a page of the member area. */
export function Area({ page }: { page: MemberPage }) {
  const waiting = <AreaSkeleton page={page} />;
  return AreaBody === null ? (
    waiting
  ) : (
    <Suspense fallback={waiting}>
      <AreaBody page={page} />
    </Suspense>
  );
}
