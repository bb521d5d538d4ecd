import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { pillClass } from '@marquee/ui/Pill/Pill.tsx';
import { usePage } from '../../state/page.ts';
import css from './Header.module.css';
import { Logo } from './Logo.tsx';
import { MenuEntry } from './MenuEntry.tsx';
import { MENU_ID } from './MenuSheet.tsx';

/** The header in the operator's layout (SET-14). Each layout has its own order of elements, so that the tab order follows the visual order. */
export function Header() {
  const { site } = usePage();
  return (
    <header className={css.header} data-surface="header" data-layout={site.headerLayout}>
      <Row />
    </header>
  );
}

function Row() {
  const { site } = usePage();
  switch (site.headerLayout) {
    case 'BAR':
      return (
        <div className={cx('wrap', css.row)}>
          <Logo place="header" />
          <Nav />
          <div className={css.actions}>
            <Theater />
            <Search />
            <Account icon />
            <Account />
            <MenuButton />
          </div>
        </div>
      );
    case 'SPLIT':
      return (
        <div className={cx('wrap', css.row, css.middle)}>
          <div className={css.left}>
            <MenuButton />
            <Nav />
          </div>
          <Logo place="header" />
          <div className={css.actions}>
            <Theater />
            <Theater icon />
            <Search />
            <Account />
          </div>
        </div>
      );
    case 'STACKED':
      return (
        <>
          <div className={cx('wrap', css.row, css.middle, css.low)}>
            <div className={css.left}>
              <MenuButton />
              <Theater />
            </div>
            <Logo place="header" />
            <div className={css.actions}>
              <Search />
              <Account icon />
              <Account />
            </div>
          </div>
          <div className={cx('wrap', css.under)}>
            <Nav />
          </div>
        </>
      );
    case 'DRAWER':
      return (
        <div className={cx('wrap', css.row)}>
          <Logo place="header" />
          <div className={css.actions}>
            <Theater />
            <Search />
            <Account icon />
            <Account />
            <MenuButton labeled />
            <MenuButton />
          </div>
        </div>
      );
  }
}

function Nav() {
  const { site, messages } = usePage();
  return (
    <nav className={css.nav} aria-label={messages.header.main()}>
      <ul>
        {site.menu.map((link) => (
          <MenuEntry key={link.label} link={link} />
        ))}
      </ul>
    </nav>
  );
}

/** The selected theater of a circuit: a pill with its name, or an icon on narrow screens. */
function Theater({ icon = false }: { icon?: boolean }) {
  const { site, context, theater, messages } = usePage();
  if (context.isSingleLocation) return null;
  const name = theater?.name;
  const label = name === undefined ? messages.header.chooseTheater() : messages.header.theater({ name });
  if (icon)
    return (
      <a className={cx('iconbtn', css.narrow)} href={site.theatersHref} aria-label={label} data-open="picker">
        <Icon name="pin" />
      </a>
    );
  return (
    <a className={cx(pillClass, css.wide)} href={site.theatersHref} data-open="picker">
      <Icon name="pin" />
      {name === undefined ? null : <span className="sr">{messages.filters.theater()}: </span>}
      {name ?? label}
      <Icon name="down" />
    </a>
  );
}

function Search() {
  const { site, messages } = usePage();
  if (!site.hasSearch) return null;
  return (
    <a className="iconbtn" href={site.searchHref} aria-label={messages.common.search()} data-open="search">
      <Icon name="search" />
    </a>
  );
}

function Account({ icon = false }: { icon?: boolean }) {
  const { site } = usePage();
  if (site.account === undefined) return null;
  if (icon)
    return (
      <a className={cx('iconbtn', css.narrow)} href={site.account.href} aria-label={site.account.label} data-account="">
        <Icon name="user" />
      </a>
    );
  return (
    <a className={cx(pillClass, css.wide)} href={site.account.href} data-account="">
      <Icon name="user" />
      {site.account.label}
    </a>
  );
}

function MenuButton({ labeled = false }: { labeled?: boolean }) {
  const { messages } = usePage();
  if (labeled)
    return (
      <button className={cx(buttonClass({ kind: 'line', size: 's' }), css.wide)} type="button" popoverTarget={MENU_ID}>
        <Icon name="menu" />
        {messages.common.menu()}
      </button>
    );
  return (
    <button className={cx('iconbtn', css.narrow)} type="button" popoverTarget={MENU_ID} aria-label={messages.common.menu()}>
      <Icon name="menu" />
    </button>
  );
}
