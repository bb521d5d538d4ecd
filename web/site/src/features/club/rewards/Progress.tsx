import { pointsOf } from '@marquee/rules/loyalty/choices.ts';
import { nextReward } from '@marquee/rules/loyalty/rewards.ts';
import { Meter } from '@marquee/ui/Meter/Meter.tsx';
import { useLater } from '../../../state/later.tsx';
import { useFormats } from '../../../state/member/formats.ts';
import { useDetails } from '../../../state/member/use-member.ts';
import css from './Progress.module.css';
import { useRewards } from './use-rewards.ts';

/** How far it is to the next reward. Its place is kept until that is known. */
export function Progress() {
  const { club } = useLater();
  const formats = useFormats();
  const have = pointsOf(useDetails());
  const rewards = useRewards();
  const next = rewards.kind === 'ready' ? nextReward(rewards.data) : undefined;
  if (next === undefined) return <div className={rewards.kind === 'loading' ? css.progress : undefined} />;
  const missing = next.cost - have;
  const label = club.pointsTo({ count: missing, amount: formats.number(missing), name: next.name });
  return (
    <div className={css.progress}>
      <p className={css.words}>
        <span>{label}</span>
        <span className="quiet num">{formats.number(next.cost)}</span>
      </p>
      <Meter label={label} value={have} max={next.cost} text={club.progress({ have: formats.number(have), all: formats.number(next.cost) })} />
    </div>
  );
}
