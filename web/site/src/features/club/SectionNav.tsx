import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import type { MemberArea, MemberScreen } from '@marquee/api/schema.gen.ts';
import { type Section, sectionsOf } from '@marquee/rules/loyalty/area/sections.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { ICONS } from '@marquee/ui/Icon/icons.ts';
import { CARD_ICON, GIFT_ICON, OVERVIEW_ICON, RECEIPT_ICON, TICKET_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { useLaterMessages } from '../../state/later.ts';
import { labelWith } from '../../state/member/header.ts';
import { usePage } from '../../state/page.ts';
import css from './SectionNav.module.css';

const GLYPHS: Readonly<Record<Section, string>> = {
  home: OVERVIEW_ICON,
  rewards: GIFT_ICON,
  vouchers: TICKET_ICON,
  watchlist: ICONS.heart,
  theaters: ICONS.pin,
  orders: RECEIPT_ICON,
  cards: CARD_ICON,
  profile: ICONS.user,
};

/** The address of a section's page. */
const hrefOf = ({ href }: MemberArea, section: Section): string => (section === 'home' ? href : screenHref(href, section));

/** The sections of the member area, and the links of the site's own menu (LOYC-09, ROLE-10): a list at the side, or tabs. */
export function SectionNav({ area, screen, look }: { area: MemberArea; screen: MemberScreen; look: 'side' | 'tabs' }) {
  const { messages } = usePage();
  const { club } = useLaterMessages();
  const { loggedInMenu: menu = [] } = area;
  const siteLabel = area.loggedInHeaderAccessLabel;
  // A label with a placeholder for the member's name is a greeting; it does not suit a navigation.
  const label = siteLabel === '' || labelWith(siteLabel, '') !== siteLabel ? club.nav() : siteLabel;
  return (
    <nav className={cx(css.nav, css[look], look === 'side' ? 'onlyWide' : 'onlyNarrow')} aria-label={label}>
      <ul>
        {sectionsOf(area).map((section) => (
          <li key={section}>
            <a
              href={hrefOf(area, section)}
              aria-current={section === screen ? 'page' : undefined}
              ref={section === screen && look === 'tabs' ? scrollTabIntoView : undefined}
            >
              <Glyph path={GLYPHS[section]} />
              {section === 'home' ? club.overview() : club[section]()}
            </a>
          </li>
        ))}
      </ul>
      {menu.length === 0 ? null : (
        <ul className={css.more}>
          {menu.map((link) => (
            <li key={`${link.label} ${link.href}`}>
              <Anchor link={link} windowLabel={messages.common.opensInNewWindow} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

/** Scrolls the tabs, but not the page, to the current one. */
function scrollTabIntoView(link: HTMLElement | null): void {
  const tabs = link?.closest('nav');
  if (link === null || !tabs) return;
  const [tab, container] = [link.getBoundingClientRect(), tabs.getBoundingClientRect()];
  tabs.scrollLeft += tab.left + tab.width / 2 - (container.left + container.width / 2);
}
