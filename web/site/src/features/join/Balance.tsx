import type { GiftBalance } from '@marquee/rules/loyalty/gift-card.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useLater } from '../../state/later.tsx';
import { usePage } from '../../state/page.tsx';
import { priceText } from '../../state/price.ts';
import css from './GiftCard.module.css';

/** The balance of a gift card. It is asked for in the browser, which knows how money and days are written. */
export function Balance({ balance: { money, until }, digits }: { balance: GiftBalance; digits: string }) {
  const {
    join: { gift },
    common,
  } = useLater();
  const { long } = usePage().context.intl.locale;
  return (
    <span className={css.balance}>
      <span className="small quiet num">{gift.ending({ digits })}</span>
      <span className={cx('num', css.amount)}>{priceText(money, long, true)}</span>
      {until === undefined ? null : <span className="small quiet">{common.validUntil({ date: new Date(until).toLocaleDateString(long.replaceAll('_', '-'), { dateStyle: 'long' }) })}</span>}
    </span>
  );
}
