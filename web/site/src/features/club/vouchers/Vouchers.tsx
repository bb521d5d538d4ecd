import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { eVouchers } from '@marquee/rules/loyalty/calls.ts';
import { type Voucher, vouchersOf } from '@marquee/rules/loyalty/rewards.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { useLater } from '../../../state/later.tsx';
import { type Fetched, useFetched } from '../../../state/member/queries.tsx';
import { useMember } from '../../../state/member/use-member.ts';
import { Empty, Failed } from '../NotHere.tsx';
import type { MemberSectionPart } from '../part.ts';
import { SectionHead } from '../SectionHead.tsx';
import { VoucherBoxes, VoucherList } from './VoucherList.tsx';
import { shopHref } from './shop.ts';
import { useCinema } from './use-cinema.ts';

/** Vouchers in the overview: as many as stand side by side. */
const FEW = 2;

/** E-vouchers that the member's cinema sells (CALL-27). */
export function Vouchers({ page, part }: { page: MemberPage; part: MemberSectionPart }) {
  const { area } = page;
  const { club } = useLater();
  const vouchers = useFetched('vouchers', eVouchers({ ...useMember().where, cinemaId: useCinema(page) }), vouchersOf);
  const count = vouchers.kind === 'ready' ? vouchers.data.length : 0;
  const more = part === 'overview' && count > FEW ? { label: club.allVouchers({ count }), name: club.allVouchersLabel({ count }), href: `${area.href}vouchers/` } : undefined;
  return (
    <section aria-labelledby="vouchers">
      <SectionHead id="vouchers" title={club.vouchers()} part={part} more={more} />
      {part === 'whole' ? <p className="quiet">{club.vouchersText()}</p> : null}
      <Body vouchers={vouchers} part={part} shop={shopHref(area.ticketingUrl)} giftCards={`${area.href}gift-card/`} />
    </section>
  );
}

function Body({ vouchers, part, shop, giftCards }: { vouchers: Fetched<readonly Voucher[]>; part: MemberSectionPart; shop: string; giftCards: string }) {
  const { club } = useLater();
  switch (vouchers.kind) {
    case 'loading':
      return <VoucherBoxes label={club.loadingVouchers()} />;
    case 'failed':
      return <Failed text={vouchers.text} retry={vouchers.retry} />;
    case 'ready':
      return vouchers.data.length === 0 ? (
        <Empty text={club.noVouchers()}>
          <ButtonLink kind="line" size="s" href={giftCards}>
            {club.giftCards()}
          </ButtonLink>
        </Empty>
      ) : (
        <VoucherList vouchers={part === 'whole' ? vouchers.data : vouchers.data.slice(0, FEW)} shop={shop} heading={part === 'whole' ? 'h2' : 'h3'} />
      );
  }
}
