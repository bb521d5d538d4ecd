import type { Voucher } from '@marquee/rules/loyalty/club/rewards.ts';
import { useLater } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { Boxes } from '../Boxes.tsx';
import css from './VoucherList.module.css';

/** Vouchers as tickets that are torn off at their price. */
export function VoucherList({
  vouchers,
  shop,
  heading: Heading,
}: {
  vouchers: readonly Voucher[];
  /** Where they are bought; empty for nowhere. */
  shop: string;
  heading: 'h2' | 'h3';
}) {
  const { club } = useLater();
  const formats = useFormats();
  return (
    <ul className={css.list}>
      {vouchers.map(({ code, name, description, price }) => (
        <li key={code} className={css.voucher}>
          <div className={css.words}>
            <Heading className={css.name}>{name}</Heading>
            {description === '' ? null : <p className="quiet small">{description}</p>}
            {shop === '' ? null : (
              <a className={`link ${css.buy}`} href={shop} aria-label={club.buyLabel({ name })}>
                {club.buy()}
              </a>
            )}
          </div>
          {price === undefined ? null : (
            <p className={css.stub}>
              <b>{formats.price(price)}</b>
              <span className="quiet small">{club.voucherPrice()}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The boxes of vouchers that are still on their way. */
export const VoucherBoxes = ({ label }: { label: string }) => <Boxes label={label} count={2} list={css.list} box={css.box} />;
