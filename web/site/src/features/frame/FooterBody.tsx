import type { MenuColumn, MenuLink } from '@marquee/api/schema.gen.ts';
import { PRIVACY_CHOICES, isChoices, withChoices } from '@marquee/rules/privacy-choices.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { MapArt } from '@marquee/ui/MapArt/MapArt.tsx';
import { phoneHref } from '../../state/href.ts';
import { usePage } from '../../state/page.ts';
import css from './Footer.module.css';
import { Locales } from './Locales.tsx';
import { Logo } from './Logo.tsx';
import { MenuItems, membersOnly } from './MenuEntry.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';

/** Number of link columns in the signpost layout. */
const SIGNPOST_COLUMNS = 2;
/** Number of links in the centered layout. */
const CENTERED_LINKS = 7;
/** Number of links in the slim layout. */
const SLIM_LINKS = 3;

/** The content of the footer in the site's layout (SET-14). */
export function FooterBody() {
  return (
    <div className="wrap">
      <Layout />
    </div>
  );
}

function Layout() {
  const { site } = usePage();
  const { columns } = site.footer;
  switch (site.footerLayout) {
    case 'COLUMNS':
      return (
        <>
          <div className={css.columns}>
            <div>
              <Logo place="footer" className={css.logo} />
              <Contact />
            </div>
            <Columns columns={columns} />
          </div>
          <Legal />
        </>
      );
    case 'SIGNPOST':
      return (
        <>
          <div className={css.signpost}>
            <MapArt className={css.map} />
            <FindUs />
            <Columns columns={columns.slice(0, SIGNPOST_COLUMNS)} />
          </div>
          <Legal />
        </>
      );
    case 'CENTERED':
      return (
        <>
          <Logo place="footer" className={css.logo} />
          <Row columns={columns} count={CENTERED_LINKS} />
          <Contact inline />
          <Legal />
        </>
      );
    case 'SLIM':
      return (
        <div className={css.slim}>
          <Logo place="footer" className={css.logo} />
          <Row columns={columns} count={SLIM_LINKS} />
          <LegalLinks />
          <Social />
          <Locales />
          <ModeSwitch />
          <span className={css.copyright}>{site.footer.copyright}</span>
        </div>
      );
  }
}

function Columns({ columns }: { columns: readonly MenuColumn[] }) {
  return columns.map((column) => (
    <div
      className={css.links}
      key={column.title}
      {...membersOnly(column.links.every((link) => link.membersOnly) && column.links.length > 0)}
    >
      <h2>{column.title}</h2>
      <ul>
        <MenuItems links={column.links} />
      </ul>
    </div>
  ));
}

/** The first `count` links of all columns, in one row. */
function Row({ columns, count }: { columns: readonly MenuColumn[]; count: number }) {
  const links = columns.flatMap((column) => column.links).slice(0, count);
  return (
    <ul className={cx(css.inline, css.links)}>
      <MenuItems links={links} />
    </ul>
  );
}

function Contact({ inline = false }: { inline?: boolean }) {
  const { site } = usePage();
  const { contact } = site.footer;
  if (contact === undefined) return null;
  return (
    <ul className={cx(css.contact, inline && css.oneLine)}>
      {contact.address === '' ? null : <li>{contact.address}</li>}
      {contact.phone === '' ? null : (
        <li>
          <a href={phoneHref(contact.phone)}>{contact.phone}</a>
        </li>
      )}
      {contact.hours === '' || inline ? null : <li>{contact.hours}</li>}
    </ul>
  );
}

function FindUs() {
  const { site, messages } = usePage();
  const directions = site.footer.contact?.directions ?? '';
  const label = messages.common.opensInNewWindow({ label: messages.footer.directions() });
  return (
    <div className={css.find}>
      <h2>{messages.footer.findUs()}</h2>
      <Contact />
      {site.footer.contact === undefined ? (
        <a className={buttonClass({ kind: 'line', size: 's' })} href={site.theatersHref}>
          <Icon name="pin" />
          {messages.header.chooseTheater()}
        </a>
      ) : null}
      {directions === '' ? null : (
        <a
          className={buttonClass({ kind: 'line', size: 's' })}
          href={directions}
          target="_blank"
          rel="noreferrer"
          title={label}
          aria-label={label}
        >
          <Icon name="directions" />
          {messages.footer.directions()}
        </a>
      )}
    </div>
  );
}

function Legal() {
  const { site } = usePage();
  return (
    <div className={css.legal}>
      <span>{site.footer.copyright}</span>
      <LegalLinks />
      <Social />
      <Locales className={css.locales ?? ''} />
      <ModeSwitch />
    </div>
  );
}

function LegalLinks() {
  const { site, messages } = usePage();
  const hasNotice = site.outside?.hasNotice === true;
  return (
    <ul className={css.legalLinks} aria-label={messages.footer.legal()}>
      {withChoices(site.footer.legal, { hasNotice, label: messages.footer.privacyChoices() }).map((link) => (
        <li key={link.label} {...membersOnly('membersOnly' in link && link.membersOnly)}>
          {hasNotice && isChoices(link) ? (
            <PrivacyChoicesLink link={link} />
          ) : (
            <Anchor link={link} windowLabel={messages.common.opensInNewWindow} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The cinema's profiles on other sites. */
function Social() {
  const { social } = usePage().site.footer;
  if (social === undefined) return null;
  return (
    <ul className={css.legalLinks} aria-label={social.title}>
      <MenuItems links={social.links} />
    </ul>
  );
}

/** Opens the privacy choices; without scripts, leads to the privacy page if there is one. */
function PrivacyChoicesLink({ link: { label, href } }: { link: Pick<MenuLink, 'label' | 'href'> }) {
  return (
    <a className={href === PRIVACY_CHOICES ? 'needsScript' : undefined} href={href} data-open="choices">
      {label}
    </a>
  );
}
