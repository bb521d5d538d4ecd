import type { Voucher } from '@marquee/rules/loyalty/club/rewards.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import css from './VoucherList.module.css';

/** Vouchers, drawn as tickets with the price on the stub. */
export function VoucherList({
  vouchers,
  shop,
  heading: Heading,
}: {
  vouchers: readonly Voucher[];
  /** Address of the shop; empty if vouchers are not sold online. */
  shop: string;
  heading: 'h2' | 'h3';
}) {
  const { club } = useLaterMessages();
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

export const VoucherListSkeleton = ({ label }: { label: string }) => (
  <ListSkeleton label={label} count={2} list={css.list} box={css.box} />
);
