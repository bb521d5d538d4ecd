import { type Block, typeOf } from './content/blocks.ts';
import type { MenuList } from './content/menus.ts';
import { savedIdOf, savedOf } from './content/saved-records.ts';
import type { EditorMessages } from './messages.ts';
import { titleOf } from './settings/schema.ts';

/** Parts of records that have words elsewhere, by name. */
export function partName(name: string, { blocks, menus, pages, events, theaters, featured }: EditorMessages): string {
  const names: Readonly<Record<string, (() => string) | undefined>> = {
    blocks: blocks.title,
    description: pages.description,
    header: menus.header,
    footer: menus.footer,
    legal: menus.legal,
    social: menus.social,
    legalLine: menus.legalText,
    title: events.title,
    type: events.kind,
    summary: events.summary,
    dates: events.dates,
    weekly: events.repeats,
    picture: events.picture,
    pictureAlt: events.alt,
    movieIds: events.films,
    theaterIds: events.theaters,
    visibleFrom: events.visibleFrom,
    visibleTo: events.visibleTo,
    onHome: events.onHome,
    membersFirstUntil: events.membersFirst,
    priceFrom: events.priceFrom,
    name: theaters.name,
    phone: theaters.phone,
    email: theaters.email,
    street: theaters.street,
    city: theaters.city,
    region: theaters.region,
    postalCode: theaters.postalCode,
    country: theaters.country,
    timeZone: theaters.timeZone,
    hours: theaters.hours,
    openingHours: theaters.openingHours.title,
    accessibility: theaters.accessibility.title,
    accessibilityNote: theaters.accessibility.note,
    closedWeekdays: theaters.closedWeekdays,
    closures: theaters.closures,
    screens: theaters.screens,
    geo: theaters.directions,
    movieOrderIndex: featured.order,
    globalExcludedMovieIds: featured.hidden,
  };
  return names[name]?.() ?? titleOf(name);
}

/** The name of a list of links. */
export function menuName({ id, title }: MenuList, { menus }: EditorMessages): string {
  if (id === 'header') return menus.header();
  if (id === 'legal') return menus.legal();
  if (id === 'social') return menus.social();
  return menus.column({ number: Number(id.split('/')[1]) + 1, title: title === '' ? menus.untitled() : title });
}

/** The name of a saved block, or that of a block's type. */
export function blockName(block: Block, content: unknown, { blocks, savedBlocks }: EditorMessages): string {
  const type = typeOf(block);
  if (savedIdOf(block) !== undefined) return savedOf(content, block)?.name ?? savedBlocks.single();
  return type === undefined ? String(block['type']) : blocks.types[type].name();
}
