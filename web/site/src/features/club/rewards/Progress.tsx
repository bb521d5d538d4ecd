import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import { pointsOf } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { affordableCount, targetReward } from '@marquee/rules/loyalty/club/rewards.ts';
import { Meter } from '@marquee/ui/Meter/Meter.tsx';
import { useLaterMessages } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { useMemberDetails, useMember } from '../../../state/member/use-member.ts';
import css from './Progress.module.css';
import { useRewards } from './use-rewards.ts';

/** The number of rewards that the points buy now, and the points missing for the next one. Reserves its space while loading. */
export function Progress() {
  const { club } = useLaterMessages();
  const { area } = useMember();
  const formats = useFormats();
  const points = pointsOf(useMemberDetails());
  const rewards = useRewards();
  if (rewards.kind !== 'ready') return <div className={rewards.kind === 'loading' ? css.progress : undefined} />;
  const count = affordableCount(rewards.data);
  const next = targetReward(rewards.data, points);
  return (
    <div className={css.progress}>
      {count === 0 ? null : (
        <p className={css.words}>
          <a className="link" href={screenHref(area.href, 'rewards')}>
            {club.canRedeem({ count })}
          </a>
        </p>
      )}
      {next === undefined ? null : <NextReward name={next.name} cost={next.cost} points={points} formats={formats} />}
    </div>
  );
}

function NextReward({
  name,
  cost,
  points,
  formats,
}: {
  name: string;
  cost: number;
  points: number;
  formats: ReturnType<typeof useFormats>;
}) {
  const { club } = useLaterMessages();
  const missing = cost - points;
  const label = club.pointsTo({ count: missing, amount: formats.number(missing), name });
  return (
    <>
      <p className={css.words}>
        <span>{label}</span>
        <span className="quiet num">{formats.number(cost)}</span>
      </p>
      <Meter
        label={label}
        value={points}
        max={cost}
        text={club.progress({ have: formats.number(points), all: formats.number(cost) })}
      />
    </>
  );
}
