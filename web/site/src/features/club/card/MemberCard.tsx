import type { MemberArea } from '@marquee/api/schema.gen.ts';
import type { MemberDetails } from '@marquee/rules/loyalty/calls/responses.ts';
import { cardKind } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { cardGroups } from '@marquee/rules/loyalty/account/card-code.ts';
import { fullName } from '@marquee/rules/loyalty/area/greeting.ts';
import { hasLevels } from '@marquee/rules/loyalty/area/sections.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { logoSource } from '../../../state/media.ts';
import { usePage } from '../../../state/page.ts';
import { warnOnce } from '../../../state/warn-once.ts';
import { CardArt } from './CardArt.tsx';
import css from './MemberCard.module.css';
import { MemberCode } from './MemberCode.tsx';

/** The member's primary card, with its code (LOYC-06, LOYC-10). */
export function MemberCard({ member, area }: { member: MemberDetails; area: MemberArea }) {
  const { club } = useLaterMessages();
  const number = member.memberCardNumber ?? '';
  const kind = cardKind(area.cardType, warnOnce);
  return (
    <section
      className={cx(css.card, area.scannableCodeFormat === 'CODE_128' && kind === 'DEMATERIALIZED' && css.wideCode)}
      aria-label={club.card()}
    >
      <CardArt />
      <CardLogo />
      <p className={css.holder}>
        <b>{fullName(member)}</b>
        {hasLevels(area) ? <span>{member.memberLevelName ?? ''}</span> : null}
        <span className={css.number}>{number === '' ? club.noCard() : cardGroups(number)}</span>
      </p>
      {number === '' ? null : <MemberCode number={number} format={area.scannableCodeFormat} kind={kind} />}
    </section>
  );
}

/** The logo, in white on a dark card if it was made for a light header; else the site's name as text (see state/logo-tone.ts). */
function CardLogo() {
  const { site } = usePage();
  if (site.logo === undefined) return <p className={css.words}>{site.name}</p>;
  const { webp, src, width, height } = logoSource(site.key, site.logo, 26);
  return (
    <div className={css.logo}>
      <picture>
        <source type="image/webp" srcSet={webp} />
        <img src={src} width={width} height={height} alt={site.name} />
      </picture>
      <span className={css.words}>{site.name}</span>
    </div>
  );
}
