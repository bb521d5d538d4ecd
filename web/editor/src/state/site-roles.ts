// The roles of the open site: those that every site has, and its own.

import { useQuery } from '@tanstack/react-query';
import type { SiteRole, SiteRoles } from '@marquee/api/editor.gen.ts';
import { call } from './api/client.ts';
import { useOpenSite } from './drafts.ts';
import { useMessages } from './messages.ts';
import { CHOSEN_PERMISSIONS, isBuiltIn } from './permissions.ts';
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

/** What a role permits, in words. */
export function useRoleWords(): (role: SiteRole) => string {
  const { roles, team } = useMessages();
  return ({ role, permissions }) => {
    if (isBuiltIn(role)) return roles[role].text();
    const words = CHOSEN_PERMISSIONS.filter((permission) => permissions.includes(permission));
    return words.length === 0 ? team.abilities.read() : words.map((permission) => team.abilities[permission]()).join(' · ');
  };
}
