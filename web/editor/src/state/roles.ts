// What the operator may do on a site. The server decides; this hides what it would refuse.

import type { EditorSite, Permission } from '@marquee/api/editor.gen.ts';
import { DEFAULT_POINTS, MAX_POINTS, isBuiltIn } from './permissions.ts';
import { HIDDEN_POINTER, ORDER_POINTER } from './content/film-order.ts';
import { REDIRECTS_POINTER } from './content/links.ts';
import { SAVED_POINTER } from './content/saved-records.ts';
import { FEATURED_POINTER } from './featured/plan.ts';
import type { Screen } from './location.ts';
import type { EditorMessages } from './messages.ts';
import { isWithin, namesOf, valueAt } from './pointer.ts';
import { sectionOf } from './settings/sections.ts';

/** The name of a role. `own` is the name of one that the site defines. */
export const roleName = (words: EditorMessages['roles'], key: string, own: string | undefined): string =>
  isBuiltIn(key) ? words[key].name() : (own ?? '');

/** A site that the operator may open, with what their role permits. */
export type SiteAccess = EditorSite;

/** The theaters to which a permission is limited; undefined for all. */
const limitOf = ({ theaters, byTheater }: SiteAccess, permission: Permission): readonly string[] | undefined =>
  byTheater.includes(permission) ? theaters : undefined;

/** Whether the role has a permission for the whole site. */
export const can = (site: SiteAccess, permission: Permission): boolean =>
  site.permissions.includes(permission) && limitOf(site, permission) === undefined;

/** Whether the operator may publish later, which publishes what everybody has in the draft by then, as on the server. */
export const canSchedule = (site: SiteAccess): boolean =>
  (['publish', 'editProgram', 'editSite', 'editSettings'] as const).every((permission) => can(site, permission));

/** Whether the role has a permission for a theater. */
export const canAt = (site: SiteAccess, permission: Permission, theater: string): boolean =>
  site.permissions.includes(permission) && limitOf(site, permission)?.includes(theater) !== false;

/** Whether the role has a permission for the whole site or some of its theaters. */
export const canSomewhere = ({ permissions }: SiteAccess, permission: Permission): boolean => permissions.includes(permission);

/** The first theater that the operator may change, else the first one. */
export const ownTheater = <Theater extends { readonly id: string }>(
  site: SiteAccess,
  permission: Permission,
  theaters: readonly Theater[],
): Theater | undefined => theaters.find(({ id }) => canAt(site, permission, id)) ?? theaters[0];

/** Whether a screen is offered to the operator. */
export function canOpen(site: SiteAccess, screen: Screen): boolean {
  if (screen === 'members' || screen === 'rewards') return can(site, 'members');
  return screen === 'overview' || screen === 'team' || can(site, 'read');
}

/** Parts of the site record that belong to the program. */
const PROGRAM = [ORDER_POINTER, HIDDEN_POINTER, FEATURED_POINTER];

/** The permission that a change of a part needs, as the server has it. */
export function permissionFor(pointer: string): Permission {
  if (PROGRAM.some((part) => isWithin(pointer, part))) return 'editProgram';
  if (isWithin(pointer, '/site/settings/logo') || isWithin(pointer, SAVED_POINTER)) return 'editSite';
  if (isWithin(pointer, REDIRECTS_POINTER)) return 'editSite';
  // The settings have one more switch of the design.
  if (isWithin(pointer, '/site/config/options')) return 'editSettings';
  if (isWithin(pointer, '/site')) return sectionOf(pointer) === 'design' ? 'editSite' : 'editSettings';
  return isWithin(pointer, '/pages') || isWithin(pointer, '/menus') ? 'editSite' : 'editProgram';
}

/** Whether the operator may change a part of the draft. Where a show of a feed is, only the server knows. */
export function canChange(site: SiteAccess, { pointer, to }: { readonly pointer: string; readonly to?: unknown }): boolean {
  const permission = permissionFor(pointer);
  const [section, id = '', ...rest] = namesOf(pointer);
  if ((section === 'theaters' && rest.length > 0) || section === 'programRules') return canAt(site, permission, id);
  if (section !== 'shows') return can(site, permission);
  const theater = rest.join('/') === 'fields/theaterId' ? to : valueAt(to, '/fields/theaterId');
  return typeof theater === 'string' ? canAt(site, permission, theater) : canSomewhere(site, permission);
}

/** The most points at once that the operator may permit a role: as many as their own. */
export const maxRolePoints = ({ pointsLimit }: SiteAccess): number => pointsLimit ?? MAX_POINTS;

/** The most points at once that the operator may permit a key: as many as the box office, or as their own role. */
export const maxKeyPoints = (site: SiteAccess): number =>
  can(site, 'adjustPoints') ? Math.max(maxRolePoints(site), DEFAULT_POINTS) : DEFAULT_POINTS;
