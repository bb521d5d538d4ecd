import { getEVoucherConcessions } from '@marquee/api/loyalty/rewards.gen.ts';
import { type Voucher, vouchersOf } from '@marquee/rules/loyalty/club/rewards.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { type Extent, Part, type MemberPartProps } from '../../../parts/member/Part.tsx';
import { type QueryState, useMemberQuery } from '../../../state/member/queries.ts';
import { Empty, Failed } from '../../../parts/member/States.tsx';
import { useMember } from '../../../state/member/use-member.ts';
import { useWhere } from '../../../state/member/use-where.ts';
import css from './VoucherList.module.css';
import { VoucherList, VoucherListSkeleton } from './VoucherList.tsx';
import { voucherShopHref } from './shop.ts';

/** Number of vouchers in the overview: one row. */
const OVERVIEW_COUNT = 2;

/** The e-vouchers that the member's cinema sells (CALL-27). */
export function Vouchers({ page, part }: MemberPartProps) {
  const { area } = page;
  const { club } = useLaterMessages();
  const { where } = useMember();
  // Vouchers belong to a cinema, even if the loyalty programme covers the circuit.
  const vouchers = useMemberQuery('vouchers', getEVoucherConcessions(useWhere(page) ?? where), vouchersOf);
  const count = vouchers.kind === 'ready' ? vouchers.data.length : 0;
  const more =
    part === 'overview' && count > OVERVIEW_COUNT
      ? { label: club.all({ count }), name: club.allVouchersLabel({ count }), href: `${area.href}vouchers/` }
      : undefined;
  return (
    <Part id="vouchers" title={club.vouchers()} part={part} more={more}>
      {part === 'whole' ? <p className={cx('quiet', css.intro)}>{club.vouchersText()}</p> : null}
      <Body vouchers={vouchers} part={part} shop={voucherShopHref(area.ticketingUrl)} giftCards={`${area.href}gift-card/`} />
    </Part>
  );
}

function Body({
  vouchers,
  part,
  shop,
  giftCards,
}: {
  vouchers: QueryState<readonly Voucher[]>;
  part: Extent;
  shop: string;
  giftCards: string;
}) {
  const { club } = useLaterMessages();
  switch (vouchers.kind) {
    case 'loading':
      return <VoucherListSkeleton label={club.loadingVouchers()} />;
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
        <VoucherList
          vouchers={part === 'whole' ? vouchers.data : vouchers.data.slice(0, OVERVIEW_COUNT)}
          shop={shop}
          heading={part === 'whole' ? 'h2' : 'h3'}
        />
      );
  }
}
