import type { BlockView } from '@marquee/api/schema.gen.ts';
import { benefitsOf } from '@marquee/rules/loyalty/club/offers.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import css from './Offers.module.css';

/** The memberships with their prices and points, from the same records as the join form. */
export function Memberships({
  id,
  block: { title, text, memberships, link },
}: {
  id: string;
  block: Extract<BlockView, { type: 'memberships' }>;
}) {
  return (
    <section className={cx('wrap', css.block)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text === '' ? null : <p>{text}</p>}
      <ul className={css.cards}>
        {memberships.map(({ name, price, per, earns, description }) => (
          <li key={name} className={css.card}>
            <h3>{name}</h3>
            <p>
              <b>{price}</b>
              {per === '' ? null : ` ${per}`}
            </p>
            <ul className={css.points}>
              {[earns, ...benefitsOf(description)].map((point) =>
                point === '' ? null : (
                  <li key={point}>
                    <Icon name="check" />
                    <span>{point}</span>
                  </li>
                ),
              )}
            </ul>
          </li>
        ))}
      </ul>
      {link === null ? null : (
        <p>
          <a className={buttonClass({})} href={link.href}>
            {link.label}
          </a>
        </p>
      )}
    </section>
  );
}

export function Rewards({ id, block: { title, text, rewards } }: { id: string; block: Extract<BlockView, { type: 'rewards' }> }) {
  return (
    <section className={cx('wrap', css.block)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text === '' ? null : <p>{text}</p>}
      <ul className={css.rewards}>
        {rewards.map(({ name, cost, description, level }) => (
          <li key={name}>
            <h3>{name}</h3>
            <span className={css.cost}>{cost}</span>
            {description === '' && level === '' ? null : <p>{[description, level].filter((line) => line !== '').join(' ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
