// What the operator may do on a site. The server decides; this hides what it would refuse.

import type { EditorSite, OperatorRole, Permission, Roles } from '@marquee/api/editor.gen.ts';
import { HIDDEN_POINTER, ORDER_POINTER } from './content/film-order.ts';
import { SAVED_POINTER } from './content/saved-records.ts';
import { FEATURED_POINTER } from './featured/plan.ts';
import type { Screen } from './location.ts';
import { isWithin, namesOf, valueAt } from './pointer.ts';
import { sectionOf } from './settings/sections.ts';

export const ROLES = ['owner', 'editor', 'program', 'boxOffice', 'technical', 'viewer'] as const satisfies readonly OperatorRole[];

/** A site that the operator may open, with what their role permits. */
export type SiteAccess = EditorSite & {
  readonly permissions: readonly Permission[];
  /** Those that a limit to theaters narrows. */
  readonly byTheater: readonly Permission[];
};

/** The theaters to which a permission is limited; undefined for all. */
const limitOf = ({ theaters, byTheater }: SiteAccess, permission: Permission): readonly string[] | undefined =>
  byTheater.includes(permission) ? theaters : undefined;

/** Whether the role has a permission for the whole site. */
export const can = (site: SiteAccess, permission: Permission): boolean =>
  site.permissions.includes(permission) && limitOf(site, permission) === undefined;

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

/** The permissions of a role that a limit to theaters narrows; empty if it cannot be limited. */
export const byTheaterOf = ({ roles }: Roles, role: OperatorRole): readonly Permission[] =>
  roles.find((entry) => entry.role === role)?.byTheater ?? [];

/** What a role permits. */
export const permissionsOf = ({ roles }: Roles, role: OperatorRole): readonly Permission[] =>
  roles.find((entry) => entry.role === role)?.permissions ?? [];

/** Parts of the site record that belong to the program. */
const PROGRAM = [ORDER_POINTER, HIDDEN_POINTER, FEATURED_POINTER];

/** The permission that a change of a part needs, as the server has it. */
export function permissionFor(pointer: string): Permission {
  if (PROGRAM.some((part) => isWithin(pointer, part))) return 'editProgram';
  if (isWithin(pointer, '/site/settings/logo') || isWithin(pointer, SAVED_POINTER)) return 'editSite';
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
