import { Icon } from '../../parts/Icon.tsx';
import { Card, Hidden, Table } from '../../parts/Surface.tsx';
import { useMessages } from '../../state/messages.ts';
import { ABILITIES, ROLES } from '../../state/roles.ts';
import styles from './Team.module.css';

/** The rows of the table: what the server permits. */
const ROWS = ['readDraft', 'design', 'settings', 'publish', 'readPeople', 'people'] as const;

/** What each role may do. */
export function Roles() {
  const { team, roles } = useMessages();
  return (
    <Card>
      <Table label={team.roles()}>
        <thead>
          <tr>
            <th scope="col">{team.can()}</th>
            {ROLES.map((role) => (
              <th key={role} scope="col" className={styles['center']}>
                {roles[role].name()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((ability) => (
            <tr key={ability}>
              <th scope="row">{team.abilities[ability]()}</th>
              {ROLES.map((role) => {
                const isAllowed = ABILITIES[ability].some((allowed) => allowed === role);
                return (
                  <td key={role} className={styles['center']}>
                    <Icon name={isAllowed ? 'check' : 'minus'} small className={styles[isAllowed ? 'can' : 'no']} />
                    <Hidden>{isAllowed ? team.yes() : team.no()}</Hidden>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
