import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { lazy, Suspense } from 'react';
import { AreaSkeleton } from './AreaSkeleton.tsx';
import { loadArea } from './load-area.ts';

// The server does not know the session, and guests do not need this code, so it is loaded after sign-in.
const AreaBody = import.meta.env.SSR ? null : lazy(loadArea);

/** The member's view of a page in the member area. */
export function Area({ page }: { page: MemberPage }) {
  const skeleton = <AreaSkeleton page={page} />;
  return AreaBody === null ? (
    skeleton
  ) : (
    <Suspense fallback={skeleton}>
      <AreaBody page={page} />
    </Suspense>
  );
}
