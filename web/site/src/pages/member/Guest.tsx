import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { GiftCard } from '../../features/join/GiftCard.tsx';
import { Join } from '../../features/join/Join.tsx';

/** What a guest sees on a page of the member area. */
export function Guest({ page }: { page: MemberPage }) {
  if (page.screen === 'join') return <Join page={page} />;
  if (page.screen === 'giftCard') return <GiftCard page={page} />;
  return <h1>{page.screen}</h1>;
}
