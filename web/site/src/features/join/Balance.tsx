import type { GiftBalance } from '@marquee/rules/loyalty/payments/gift-card.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useLaterMessages } from '../../state/later.ts';
import { useFormats } from '../../state/member/formats.ts';
import css from './GiftCard.module.css';

/** The balance of a gift card. Only the browser renders it, so it may use `Intl` formats. */
export function Balance({ balance: { money, until }, digits }: { balance: GiftBalance; digits: string }) {
  const {
    join: { gift },
    common,
  } = useLaterMessages();
  const formats = useFormats();
  return (
    <span className={css.balance}>
      <span className="small quiet num">{gift.ending({ digits })}</span>
      <span className={cx('num', css.amount)}>{formats.money(money)}</span>
      {until === undefined ? null : <span className="small quiet">{common.validUntil({ date: formats.dateOfDay(until) })}</span>}
    </span>
  );
}
