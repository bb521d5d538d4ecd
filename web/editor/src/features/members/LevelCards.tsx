import { field, text } from '@marquee/api/json.ts';
import type { LoyaltyRecord } from '@marquee/api/editor.gen.ts';
import { Meter } from '../../parts/Plots.tsx';
import { Card } from '../../parts/Surface.tsx';
import { membershipOfLevel, moneyText, oneUnit } from '../../state/members/points.ts';
import { useLoyaltyNumbers, useRecords } from '../../state/members/queries.ts';
import { numberOf } from '../../state/members/records.ts';
import { useFormats, useLanguage, useMessages } from '../../state/messages.ts';
import { useKnownCurrency } from './OfferDialog.tsx';
import styles from './Members.module.css';

/** The levels with their members, what they cost and what they give. Nothing without levels. */
export function LevelCards() {
  const { rewards: words } = useMessages();
  const { data } = useRecords('levels');
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className={styles['levels']} aria-label={words.tabs.levels()}>
      <h2>{words.tabs.levels()}</h2>
      <ul>
        {data.items.map((level) => (
          <li key={text(field(level, 'id'))}>
            <LevelCard level={level} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LevelCard({ level }: { readonly level: LoyaltyRecord }) {
  const { rewards: words } = useMessages();
  const { number } = useFormats();
  const numbers = useLoyaltyNumbers();
  const id = numberOf(field(level, 'id'));
  const members = numbers?.levels.find(({ levelId }) => levelId === id)?.members ?? 0;
  const { price, points } = useLevelPrice(level);
  const perUnit = numberOf(field(level, 'pointsPerUnit'));
  const { locale } = useLanguage();
  const currency = useKnownCurrency();
  return (
    <Card className={styles['level']}>
      <header>
        <h3>{text(field(level, 'name'))}</h3>
        {numbers !== undefined && <small>{words.memberCount({ count: members, number: number(members) })}</small>}
      </header>
      <b>{price}</b>
      {perUnit > 0 && (
        <small>
          {words.earnsPer({
            points: words.points({ count: perUnit, number: number(perUnit) }),
            amount: moneyText(locale, oneUnit(currency), currency),
          })}
        </small>
      )}
      {points !== undefined && <small>{points}</small>}
      {numbers !== undefined && <Meter part={members} whole={numbers.members} />}
    </Card>
  );
}

interface LevelPrice {
  /** What the level costs: its cheapest membership; without one, the points that reach it. */
  readonly price: string;
  /** The points that reach it, if it has a membership too. */
  readonly points?: string;
}

function useLevelPrice(level: LoyaltyRecord): LevelPrice {
  const { rewards: words } = useMessages();
  const { number } = useFormats();
  const { locale } = useLanguage();
  const { data: memberships } = useRecords('memberships');
  const membership = membershipOfLevel(memberships?.items ?? [], numberOf(field(level, 'id')));
  const from = numberOf(field(level, 'fromPoints'));
  const points = from === 0 ? undefined : words.fromPoints({ points: words.points({ count: from, number: number(from) }) });
  if (membership === undefined) return { price: points ?? words.free() };
  const amount = moneyText(locale, membership.amount, membership.currency);
  const { months } = membership;
  const forMonths = months === 0 ? amount : words.forMonths({ price: amount, count: months });
  const price = membership.amount === 0 ? words.free() : months === 12 ? words.perYear({ price: amount }) : forMonths;
  return points === undefined ? { price } : { price, points };
}
