import type { UnavailableReason, Reward } from '@marquee/rules/loyalty/club/rewards.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { GIFT_ICON, QR_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { type Formats, useFormats } from '../../../state/member/formats.ts';
import { pointsText } from '../../../state/member/points.ts';
import css from './RewardCard.module.css';

/** A reward with its cost, and a button to redeem it or the reason why it cannot be redeemed. */
export function RewardCard({
  reward,
  code,
  heading: Heading,
  detailed = false,
  onRedeem,
}: {
  reward: Reward;
  /** The code, if the reward was ordered in this tab; else empty. */
  code: string;
  heading: 'h2' | 'h3';
  /** Whether the description is shown. */
  detailed?: boolean;
  onRedeem: () => void;
}) {
  const messages = useLaterMessages();
  const formats = useFormats();
  const { club } = messages;
  return (
    <li className={css.reward}>
      <span className={css.icon}>
        <Picture url={reward.imageUrl} />
      </span>
      <div className={css.words}>
        <Heading className={css.name}>{reward.name}</Heading>
        <p className="quiet small">{pointsText(messages, formats, reward.cost)}</p>
      </div>
      {detailed && reward.description !== '' ? <p className={css.description}>{reward.description}</p> : null}
      {code !== '' ? (
        <Button
          kind="primary"
          size="s"
          wide
          icon={<Glyph path={QR_ICON} />}
          aria-label={club.showRewardCodeLabel({ name: reward.name })}
          aria-haspopup="dialog"
          onClick={onRedeem}
        >
          {club.showCode()}
        </Button>
      ) : reward.unavailableReason === undefined ? (
        <Button
          kind="line"
          size="s"
          wide
          aria-label={club.redeemLabel({ name: reward.name })}
          aria-haspopup="dialog"
          onClick={onRedeem}
        >
          {club.redeem()}
        </Button>
      ) : (
        <p className={css.unavailable}>{unavailableText(club, formats, reward.unavailableReason)}</p>
      )}
    </li>
  );
}

/** The reward's picture. Built-in icons (`/icons/…`) are drawn in the site's colors. */
function Picture({ url }: { url: string }) {
  if (url === '') return <Glyph path={GIFT_ICON} />;
  if (/^\/icons\/[a-z-]+\.svg$/.test(url)) return <span className={css.drawn} style={{ maskImage: `url("${url}")` }} />;
  return <img src={url} width={48} height={48} alt="" loading="lazy" />;
}

function unavailableText(club: ReturnType<typeof useLaterMessages>['club'], formats: Formats, reason: UnavailableReason): string {
  switch (reason.kind) {
    case 'points':
      return club.pointsToGo({ count: reason.points, amount: formats.number(reason.points) });
    case 'level':
      return club.needsLevel();
    case 'closed':
      return club.closed();
  }
}
