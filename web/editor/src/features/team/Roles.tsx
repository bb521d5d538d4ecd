import { useQuery } from '@tanstack/react-query';
import type { OperatorRole, Team } from '@marquee/api/editor.gen.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Card, VisuallyHidden, Table } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { ROLES, byTheaterOf, can, permissionsOf } from '../../state/roles.ts';
import { useSession } from '../../state/session.ts';
import styles from './Team.module.css';

/** The rows of the table. */
const ROWS = [
  'read',
  'editProgram',
  'alerts',
  'editSite',
  'editSettings',
  'publish',
  'members',
  'exportMembers',
  'keys',
  'people',
] as const;

/** What each role may do. */
export function Roles() {
  const { team, roles } = useMessages();
  const { data } = useSession();
  const { site } = useOpenSite();
  const people = useQuery({
    queryKey: ['team', site.key],
    queryFn: () => call<Team>('GET', `${site.key}/team`),
    enabled: can(site, 'people'),
  });
  const countOf = (name: string): number | undefined => people.data?.people.filter(({ role }) => role === name).length;
  if (data === undefined || data === null) return null;
  return (
    <Card>
      <Table label={team.roles()} narrow="marks">
        <thead>
          <tr>
            <th scope="col">{team.can()}</th>
            {ROLES.map((role) => (
              <th key={role} scope="col" className={styles['center']}>
                {roles[role].name()}
                {countOf(role) !== undefined && <small>{team.count({ count: countOf(role) ?? 0 })}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((ability) => (
            <Row
              key={ability}
              title={team.abilities[ability]()}
              isAllowed={(role) => permissionsOf(data.roles, role).includes(ability)}
            />
          ))}
          <Row title={team.canBeLimited()} isAllowed={(role) => byTheaterOf(data.roles, role).length > 0} />
        </tbody>
      </Table>
      <p className={styles['rolesHint']}>{team.limitHint()}</p>
    </Card>
  );
}

function Row({ title, isAllowed }: { readonly title: string; readonly isAllowed: (role: OperatorRole) => boolean }) {
  const { team, roles } = useMessages();
  return (
    <tr>
      <th scope="row">{title}</th>
      {ROLES.map((role) => (
        <td key={role} className={styles['center']} data-label={roles[role].name()}>
          <Icon name={isAllowed(role) ? 'check' : 'minus'} small className={styles[isAllowed(role) ? 'can' : 'no']} />
          <VisuallyHidden>{isAllowed(role) ? team.yes() : team.no()}</VisuallyHidden>
        </td>
      ))}
    </tr>
  );
}
