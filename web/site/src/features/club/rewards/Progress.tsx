import { pointsOf } from '@marquee/rules/loyalty/club/choices.ts';
import { affordable, targetReward } from '@marquee/rules/loyalty/club/rewards.ts';
import { Meter } from '@marquee/ui/Meter/Meter.tsx';
import { useLater } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { useDetails, useMember } from '../../../state/member/use-member.ts';
import css from './Progress.module.css';
import { useRewards } from './use-rewards.ts';

/** What the points can buy now, and how many are missing for the next reward. Reserves its space while loading. */
export function Progress() {
  const { club } = useLater();
  const { area } = useMember();
  const formats = useFormats();
  const have = pointsOf(useDetails());
  const rewards = useRewards();
  if (rewards.kind !== 'ready') return <div className={rewards.kind === 'loading' ? css.progress : undefined} />;
  const open = affordable(rewards.data);
  const next = targetReward(rewards.data, have);
  return (
    <div className={css.progress}>
      {open === 0 ? null : (
        <p className={css.words}>
          <a className="link" href={`${area.href}rewards/`}>
            {club.canRedeem({ count: open })}
          </a>
        </p>
      )}
      {next === undefined ? null : <Next name={next.name} cost={next.cost} have={have} formats={formats} />}
    </div>
  );
}

function Next({ name, cost, have, formats }: { name: string; cost: number; have: number; formats: ReturnType<typeof useFormats> }) {
  const { club } = useLater();
  const missing = cost - have;
  const label = club.pointsTo({ count: missing, amount: formats.number(missing), name });
  return (
    <>
      <p className={css.words}>
        <span>{label}</span>
        <span className="quiet num">{formats.number(cost)}</span>
      </p>
      <Meter label={label} value={have} max={cost} text={club.progress({ have: formats.number(have), all: formats.number(cost) })} />
    </>
  );
}
