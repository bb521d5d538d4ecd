import type { MenuLink } from '@marquee/api/schema.gen.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { usePage } from '../../state/page.ts';

/** Marks what signed-in members see only. The styles of the page hide it from everybody else (PAGE-14). */
export const membersOnly = (isForMembers: boolean | undefined) => (isForMembers === true ? { 'data-members': '' } : {});

/** Links of a menu. */
export function MenuItems({ links }: { links: readonly MenuLink[] }) {
  const { messages } = usePage();
  return links.map((link) => (
    <li key={link.label} {...membersOnly(link.membersOnly)}>
      <Anchor link={link} windowLabel={messages.common.opensInNewWindow} />
    </li>
  ));
}

/**
 * An entry of the header: a link, and a disclosure with the links below it. An entry without a destination is the disclosure itself.
 * It works without scripts; with them, Escape and a click elsewhere close it.
 */
export function MenuEntry({ link }: { link: MenuLink }) {
  const { messages } = usePage();
  const { below, href, label } = link;
  const isLink = below === undefined || href !== '';
  return (
    <li {...membersOnly(link.membersOnly)}>
      {isLink ? <Anchor link={link} windowLabel={messages.common.opensInNewWindow} /> : null}
      {below === undefined ? null : (
        <details name="menu" data-menu="" suppressHydrationWarning>
          <summary {...(isLink ? { 'aria-label': below.title } : {})}>
            {isLink ? null : label}
            <Icon name="down" />
          </summary>
          <ul>
            <MenuItems links={below.links} />
          </ul>
        </details>
      )}
    </li>
  );
}

/** An entry of the menu sheet: a large link with the links below it. */
export function SheetEntry({ link }: { link: MenuLink }) {
  const { messages } = usePage();
  return (
    <li {...membersOnly(link.membersOnly)}>
      <Anchor link={link} windowLabel={messages.common.opensInNewWindow} />
      {link.below === undefined ? null : (
        <ul data-below="">
          <MenuItems links={link.below.links} />
        </ul>
      )}
    </li>
  );
}
