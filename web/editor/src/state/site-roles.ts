// The roles of the open site: those that every site has, and its own.

import { useQuery } from '@tanstack/react-query';
import type { SiteRole, SiteRoles } from '@marquee/api/editor.gen.ts';
import { call } from './api/client.ts';
import { useOpenSite } from './drafts.ts';
import { useMessages } from './messages.ts';
import { isBuiltIn } from './built-in-roles.ts';
import { roleName } from './roles.ts';

export function useRolesQuery() {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['roles', site.key],
    queryFn: () => call<SiteRoles>('GET', `${site.key}/roles`),
    staleTime: 60_000,
  });
}

/** The roles of the open site; none until they are read. */
export const useSiteRoles = (): readonly SiteRole[] => useRolesQuery().data?.roles ?? [];

/** Names the roles of the open site. */
export function useRoleName(): (key: string) => string {
  const { roles: words } = useMessages();
  const roles = useSiteRoles();
  return (key) => roleName(words, key, roles.find(({ role }) => role === key)?.name);
}

/** The permissions that a person chooses for a role of the site. Every role has `read`. */
export const CHOSEN_PERMISSIONS = [
  'editProgram',
  'alerts',
  'editSite',
  'editSettings',
  'publish',
  'members',
  'adjustPoints',
  'exportMembers',
  'keys',
  'people',
] as const;
export type ChosenPermission = (typeof CHOSEN_PERMISSIONS)[number];

/** Those that need `members`, as on the server. */
export const OF_MEMBERS: readonly ChosenPermission[] = ['adjustPoints', 'exportMembers'];

/** What a role permits, in words. */
export function useRoleWords(): (role: SiteRole) => string {
  const { roles, team } = useMessages();
  return ({ role, permissions }) => {
    if (isBuiltIn(role)) return roles[role].text();
    const words = CHOSEN_PERMISSIONS.filter((permission) => permissions.includes(permission));
    return words.length === 0 ? team.abilities.read() : words.map((permission) => team.abilities[permission]()).join(' · ');
  };
}
