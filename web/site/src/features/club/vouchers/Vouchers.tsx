import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import { getEVoucherConcessions } from '@marquee/api/loyalty/rewards.gen.ts';
import { type Voucher, vouchersOf } from '@marquee/rules/loyalty/club/rewards.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { type SectionView, AreaSection, type AreaSectionProps } from '../../../parts/member/AreaSection.tsx';
import { type QueryState, useMemberQuery } from '../../../state/member/queries.ts';
import { Empty, Failed } from '../../../parts/member/States.tsx';
import { useMember } from '../../../state/member/use-member.ts';
import { useCallContext } from '../../../state/member/use-call-context.ts';
import css from './VoucherList.module.css';
import { VoucherList, VoucherListSkeleton } from './VoucherList.tsx';
import { voucherShopHref } from './shop.ts';

/** Number of vouchers in the overview: one row. */
const OVERVIEW_COUNT = 2;

/** The e-vouchers that the member's cinema sells (CALL-27). */
export function Vouchers({ page, view }: AreaSectionProps) {
  const { area } = page;
  const { club } = useLaterMessages();
  const { context } = useMember();
  // Vouchers belong to a cinema, even if the loyalty program covers the circuit.
  const vouchers = useMemberQuery('vouchers', getEVoucherConcessions(useCallContext(page) ?? context), vouchersOf);
  const count = vouchers.kind === 'ready' ? vouchers.data.length : 0;
  const more =
    view === 'overview' && count > OVERVIEW_COUNT
      ? { label: club.all({ count }), name: club.allVouchersLabel({ count }), href: screenHref(area.href, 'vouchers') }
      : undefined;
  return (
    <AreaSection id="vouchers" title={club.vouchers()} view={view} more={more}>
      {view === 'full' ? <p className={cx('quiet', css.intro)}>{club.vouchersText()}</p> : null}
      <Body
        vouchers={vouchers}
        view={view}
        shop={voucherShopHref(area.ticketingUrl)}
        giftCards={screenHref(area.href, 'gift-card')}
      />
    </AreaSection>
  );
}

function Body({
  vouchers,
  view,
  shop,
  giftCards,
}: {
  vouchers: QueryState<readonly Voucher[]>;
  view: SectionView;
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
          vouchers={view === 'full' ? vouchers.data : vouchers.data.slice(0, OVERVIEW_COUNT)}
          shop={shop}
          heading={view === 'full' ? 'h2' : 'h3'}
        />
      );
  }
}
