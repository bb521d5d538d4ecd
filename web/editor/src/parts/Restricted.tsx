// Controls that the role of the operator does not permit: they can be read, and a note says who can change them.

import { type ReactNode, createContext } from 'react';
import type { Permission } from '@marquee/api/editor.gen.ts';
import { recordsOf } from '../state/content/records.ts';
import { useDraft, useOpenSite } from '../state/drafts.ts';
import { useFormats, useMessages } from '../state/messages.ts';
import { type SiteAccess, can, canAt, canSomewhere, roleName } from '../state/roles.ts';
import { useSiteRoles } from '../state/site-roles.ts';
import { Note } from './Surface.tsx';
import styles from './Restricted.module.css';

interface RestrictedProps {
  readonly permission: Permission;
  /** The theater that is changed; without it, the whole site. */
  readonly theater?: string;
}

const isPermitted = (site: SiteAccess, { permission, theater }: RestrictedProps): boolean =>
  theater === undefined ? can(site, permission) : canAt(site, permission, theater);

/** The roles with a permission, in words. */
function useRolesWith(permission: Permission): string {
  const { roles: words } = useMessages();
  const { list } = useFormats();
  const roles = useSiteRoles().filter(({ permissions }) => permissions.includes(permission));
  return list(roles.map(({ role, name }) => roleName(words, role, name)));
}

/** The names of the theaters to which the role is limited, in the order of the site. */
function useOwnTheaters(): string {
  const { restricted } = useMessages();
  const { list } = useFormats();
  const { site } = useOpenSite();
  const state = useDraft();
  const theaters = state === undefined ? [] : recordsOf(state.content, 'theaters');
  const names = theaters.filter(({ id }) => site.theaters?.includes(id)).map(({ name }) => name);
  return names.length === 0 ? restricted.noTheater() : list(names);
}

/** Says that the role of the operator does not permit changes, and which roles do, or to which theaters it is limited. */
export function RestrictionNote(props: RestrictedProps) {
  const { permission, theater } = props;
  const { restricted, roles } = useMessages();
  const { site } = useOpenSite();
  const names = useRolesWith(permission);
  const theaters = useOwnTheaters();
  if (isPermitted(site, props)) return null;
  const role = roleName(roles, site.role, site.roleName);
  const limited = theater === undefined ? restricted.wholeSite : restricted.otherTheater;
  return (
    <div className={styles['note']}>
      <Note mood="warn" title={restricted.title()}>
        {canSomewhere(site, permission) ? limited({ role, theaters }) : restricted.text({ role, roles: names })}
      </Note>
    </div>
  );
}

/** Whether the controls here are disabled. */
export const RestrictedContext = createContext(false);

/** Disables all controls inside, if the role does not have the permission. */
export function Restricted({ children, ...props }: RestrictedProps & { readonly children: ReactNode }) {
  const { site } = useOpenSite();
  if (isPermitted(site, props)) return children;
  return (
    <fieldset disabled className={styles['restricted']}>
      <RestrictedContext value>{children}</RestrictedContext>
    </fieldset>
  );
}
