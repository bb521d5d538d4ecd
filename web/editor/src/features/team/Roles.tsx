import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleDefinition, SiteRole, Team } from '@marquee/api/editor.gen.ts';
import { IconButton } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Card, List, Skeleton, Stack, Table, VisuallyHidden } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { isBuiltIn } from '../../state/permissions.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { useInterruption } from '../../state/session.ts';
import { CHOSEN_PERMISSIONS } from '../../state/permissions.ts';
import { useRoleName, useRoleWords, useRolesQuery } from '../../state/site-roles.ts';
import { showToast } from '../../state/toasts.ts';
import { PointsDialog, RoleDialog } from './RoleDialog.tsx';
import styles from './Team.module.css';

/** The rows of the table. */
const ROWS = ['read', ...CHOSEN_PERMISSIONS] as const;

/** What each role may do, and the roles that the operator may change. */
export function Roles({ isCreating, onClose }: { readonly isCreating: boolean; readonly onClose: () => void }) {
  const { common } = useMessages();
  const { data, error, refetch } = useRolesQuery();
  const [changed, setChanged] = useState<SiteRole>();
  const interruption = useInterruption();
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  const close = (): void => {
    setChanged(undefined);
    onClose();
  };
  // One dialog at a time: the question for the password goes first.
  const isHidden = interruption !== undefined;
  return (
    <Stack>
      <Matrix roles={data.roles} />
      <Changeable roles={data.roles.filter(({ mayChange }) => mayChange)} onChange={setChanged} />
      {changed?.role === 'boxOffice' && <PointsDialog role={changed} isHidden={isHidden} onClose={close} />}
      {(isCreating || (changed !== undefined && changed.role !== 'boxOffice')) && (
        <RoleDialog role={changed} roles={data.roles} isHidden={isHidden} onClose={close} />
      )}
    </Stack>
  );
}

/** The number of people with a role; undefined for somebody who does not see the team. */
function useCountOf(): (key: string) => number | undefined {
  const { site } = useOpenSite();
  const { data } = useQuery({
    queryKey: ['team', site.key],
    queryFn: () => call<Team>('GET', `${site.key}/team`),
    enabled: can(site, 'people'),
  });
  return (key) => data?.people.filter(({ role }) => role === key).length;
}

function Matrix({ roles }: { readonly roles: readonly SiteRole[] }) {
  const { team } = useMessages();
  const roleName = useRoleName();
  const countOf = useCountOf();
  const head = ({ role }: SiteRole) => {
    const count = countOf(role);
    return (
      <th key={role} scope="col" className={styles['center']}>
        {roleName(role)}
        {count !== undefined && <small>{team.count({ count })}</small>}
      </th>
    );
  };
  return (
    <Card>
      <Table label={team.roles()} narrow="marks">
        <thead>
          <tr>
            <th scope="col">{team.can()}</th>
            {roles.map(head)}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((ability) => (
            <Row
              key={ability}
              title={team.abilities[ability]()}
              roles={roles}
              isAllowed={({ permissions }) => permissions.includes(ability)}
              limitOf={({ pointsLimit }) => (ability === 'adjustPoints' ? pointsLimit : undefined)}
            />
          ))}
          <Row title={team.canBeLimited()} roles={roles} isAllowed={({ byTheater }) => byTheater.length > 0} />
        </tbody>
      </Table>
      <p className={styles['rolesHint']}>{team.limitHint()}</p>
    </Card>
  );
}

interface RowProps {
  readonly title: string;
  readonly roles: readonly SiteRole[];
  readonly isAllowed: (role: SiteRole) => boolean;
  /** How many points are allowed; undefined for no limit. */
  readonly limitOf?: (role: SiteRole) => number | undefined;
}

function Row({ title, roles, isAllowed, limitOf }: RowProps) {
  const { team } = useMessages();
  const { number } = useFormats();
  const roleName = useRoleName();
  const mark = (role: SiteRole) => {
    const limit = limitOf?.(role);
    if (limit !== undefined) return team.upTo({ number: number(limit) });
    const may = isAllowed(role);
    return (
      <>
        <Icon name={may ? 'check' : 'minus'} small className={styles[may ? 'can' : 'no']} />
        <VisuallyHidden>{may ? team.yes() : team.no()}</VisuallyHidden>
      </>
    );
  };
  return (
    <tr>
      <th scope="row">{title}</th>
      {roles.map((role) => (
        <td key={role.role} className={styles['center']} data-label={roleName(role.role)}>
          {mark(role)}
        </td>
      ))}
    </tr>
  );
}

interface ChangeableProps {
  readonly roles: readonly SiteRole[];
  readonly onChange: (role: SiteRole) => void;
}

/** The roles that the operator may change. */
function Changeable({ roles, onChange }: ChangeableProps) {
  const { team } = useMessages();
  if (roles.length === 0) return null;
  return (
    <Card title={team.ownRoles()}>
      <List>
        {roles.map((role) => (
          <ChangeableRole key={role.role} role={role} onChange={() => onChange(role)} />
        ))}
      </List>
    </Card>
  );
}

function ChangeableRole({ role, onChange }: { readonly role: SiteRole; readonly onChange: () => void }) {
  const messages = useMessages();
  const { team } = messages;
  const { number } = useFormats();
  const { site } = useOpenSite();
  const client = useQueryClient();
  const words = useRoleWords();
  const name = useRoleName()(role.role);
  const onError = (error: unknown): void => showToast(errorText(error, messages));
  const onSettled = () => client.invalidateQueries({ queryKey: ['roles'] });
  const create = useMutation({
    mutationFn: (definition: RoleDefinition) => call<SiteRole>('POST', `${site.key}/roles`, definition),
    onSuccess: () => showToast(team.roleCreated({ role: name })),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE', `${site.key}/roles/${encodeURIComponent(role.role)}`),
    onSuccess() {
      const { pointsLimit, permissions } = role;
      const limit = pointsLimit === undefined ? {} : { pointsLimit };
      showToast(team.roleDeleted({ role: name }), {
        label: messages.common.undo(),
        onAction: () => create.mutate({ name, permissions: [...permissions], ...limit }),
      });
    },
    onError,
    onSettled,
  });
  const points = role.pointsLimit === undefined ? team.adjustsAny() : team.adjustsUpTo({ number: number(role.pointsLimit) });
  return (
    <li>
      <div>
        {name}
        <p>{words(role)}</p>
        {role.permissions.includes('adjustPoints') && <p>{points}</p>}
      </div>
      <IconButton icon="pencil" label={team.editRole({ role: name })} onPress={onChange} />
      {!isBuiltIn(role.role) && (
        <IconButton
          icon="trash"
          sends
          label={team.deleteRole({ role: name })}
          onPress={() => remove.mutate()}
          isDisabled={remove.isPending}
        />
      )}
    </li>
  );
}
