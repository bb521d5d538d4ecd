import type { MenuLink } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { usePage, type Page } from '../../state/page.ts';
import { Locales } from './Locales.tsx';
import { Logo } from './Logo.tsx';
import { MenuItems, SheetEntry } from './MenuEntry.tsx';
import css from './MenuSheet.module.css';

export const MENU_ID = 'menu';
/** Number of small links under the large ones. */
const SMALL_LINKS = 4;

/** The menu: the theater, large links, a few small ones, the account within reach of the thumb. A popover, which works without scripts. */
export function MenuSheet() {
  const page = usePage();
  const { site, messages } = page;
  const small = smallLinks(page);
  return (
    <nav className={css.sheet} id={MENU_ID} popover="auto" aria-label={messages.common.menu()}>
      <div className={css.head}>
        <Logo place="menu" />
        <button
          className="iconbtn"
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label={messages.common.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <TheaterRow />
      <ul className={css.large}>
        {site.menu.map((link) => (
          <SheetEntry key={link.label} link={link} />
        ))}
      </ul>
      {small.length === 0 ? null : (
        <ul className={css.small}>
          <MenuItems links={small} />
        </ul>
      )}
      <div className={css.footer}>
        <Locales />
        {site.join === undefined ? null : (
          <a className={cx(buttonClass({ size: 'l', wide: true }), css.join)} href={site.join.href}>
            {site.join.label}
          </a>
        )}
        {/* The site's account label may mention joining too; beside the join button this link is for signing in only. */}
        {site.account === undefined ? null : (
          <a
            className={cx(buttonClass({ kind: site.join === undefined ? 'primary' : 'line', size: 'l', wide: true }))}
            href={site.account.href}
            data-account=""
          >
            {site.join === undefined ? site.account.label : messages.menu.signIn()}
          </a>
        )}
      </div>
    </nav>
  );
}

function TheaterRow() {
  const { site, context, theater, messages } = usePage();
  if (context.isSingleLocation) return null;
  return (
    <div className={css.theater}>
      <Icon name="pin" />
      <b>{theater?.name ?? messages.header.chooseTheater()}</b>
      <a className="link" href={site.theatersHref} data-open="picker">
        {theater === undefined ? messages.picker.choose() : messages.menu.change()}
      </a>
    </div>
  );
}

/** A few footer links that the menu lacks: one from each column in turn, beginning with the last column. */
function smallLinks({ site }: Page): MenuLink[] {
  const menuLabels = new Set(site.menu.flatMap(({ label, below }) => [label, ...(below?.links ?? []).map((link) => link.label)]));
  const lists = site.footer.columns
    .slice(1)
    .toReversed()
    .map((column) => column.links.filter((link) => !menuLabels.has(link.label)));
  const longest = lists.reduce((most, list) => Math.max(most, list.length), 0);
  const links: MenuLink[] = [];
  for (let index = 0; index < longest; index += 1)
    for (const list of lists) {
      const link = list[index];
      if (link !== undefined) links.push(link);
    }
  return links.slice(0, SMALL_LINKS);
}
