// What the operator may do on a site. The server decides; this hides what it would refuse.

import type { EditorSite, OperatorRole, Permission, Roles } from '@marquee/api/editor.gen.ts';
import { HIDDEN_POINTER, ORDER_POINTER } from './content/film-order.ts';
import { FEATURED_POINTER } from './featured/plan.ts';
import type { Screen } from './location.ts';
import { isWithin } from './pointer.ts';
import { sectionOf } from './settings/sections.ts';

export const ROLES = ['owner', 'editor', 'program', 'boxOffice', 'technical', 'viewer'] as const satisfies readonly OperatorRole[];

/** A site that the operator may open, with what their role permits. */
export type SiteAccess = EditorSite & { readonly permissions: readonly Permission[] };

export const can = ({ permissions }: SiteAccess, permission: Permission): boolean => permissions.includes(permission);

/** Whether a screen is offered to the operator. */
export function canOpen(site: SiteAccess, screen: Screen): boolean {
  if (screen === 'members' || screen === 'rewards') return can(site, 'members');
  return screen === 'overview' || screen === 'team' || can(site, 'read');
}

/** What a role permits. */
export const permissionsOf = ({ roles }: Roles, role: OperatorRole): readonly Permission[] =>
  roles.find((entry) => entry.role === role)?.permissions ?? [];

/** Parts of the site record that belong to the program. */
const PROGRAM = [ORDER_POINTER, HIDDEN_POINTER, FEATURED_POINTER];

/** The permission that a change of a part needs, as the server has it. */
export function permissionFor(pointer: string): Permission {
  if (PROGRAM.some((part) => isWithin(pointer, part))) return 'editProgram';
  if (isWithin(pointer, '/site/settings/logo')) return 'editSite';
  // The settings have one more switch of the design.
  if (isWithin(pointer, '/site/config/options')) return 'editSettings';
  if (isWithin(pointer, '/site')) return sectionOf(pointer) === 'design' ? 'editSite' : 'editSettings';
  return isWithin(pointer, '/pages') || isWithin(pointer, '/menus') ? 'editSite' : 'editProgram';
}
