// Controls that the role of the operator does not permit: they can be read, and a note says who can change them.

import type { ReactNode } from 'react';
import type { Permission } from '@marquee/api/editor.gen.ts';
import { useOpenSite } from '../state/drafts.ts';
import { useFormats, useMessages } from '../state/messages.ts';
import { ROLES, can, permissionsOf } from '../state/roles.ts';
import { useSession } from '../state/session.ts';
import { Note } from './Surface.tsx';
import styles from './Restricted.module.css';

/** The roles with a permission, in words. */
function useRolesWith(permission: Permission): string {
  const { roles } = useMessages();
  const { list } = useFormats();
  const { data } = useSession();
  if (data === undefined || data === null) return '';
  return list(ROLES.filter((role) => permissionsOf(data.roles, role).includes(permission)).map((role) => roles[role].name()));
}

/** Says that the role of the operator does not permit changes, and which roles do. */
export function RestrictionNote({ permission }: { readonly permission: Permission }) {
  const { restricted, roles } = useMessages();
  const { site } = useOpenSite();
  const names = useRolesWith(permission);
  if (can(site, permission)) return null;
  return (
    <div className={styles['note']}>
      <Note mood="warn" title={restricted.title()}>
        {restricted.text({ role: roles[site.role].name(), roles: names })}
      </Note>
    </div>
  );
}

/** Disables all controls inside, if the role does not have the permission. */
export function Restricted({ permission, children }: { readonly permission: Permission; readonly children: ReactNode }) {
  const { site } = useOpenSite();
  if (can(site, permission)) return children;
  return (
    <fieldset disabled className={styles['restricted']}>
      {children}
    </fieldset>
  );
}
