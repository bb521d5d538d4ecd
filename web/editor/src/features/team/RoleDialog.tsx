import type { BoxOfficePoints, RoleDefinition, SiteRole } from '@marquee/api/editor.gen.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { CancelButton, Dialog } from '../../parts/Overlay.tsx';
import { Note } from '../../parts/Surface.tsx';
import { useIsChanged } from '../../parts/use-is-changed.ts';
import { call } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { parsePointsLimit } from '../../state/members/points.ts';
import { useMessages } from '../../state/messages.ts';
import { type SiteAccess, maxRolePoints } from '../../state/roles.ts';
import { useRefreshSession } from '../../state/session.ts';
import { CHOSEN_PERMISSIONS, type ChosenPermission, DEFAULT_POINTS, OF_MEMBERS } from '../../state/permissions.ts';
import { useRoleName } from '../../state/site-roles.ts';
import { showToast } from '../../state/toasts.ts';
import { PointsField } from './PointsField.tsx';
import styles from './Team.module.css';

/** A typed limit of points: null for none, undefined if it is not one that the operator may set. */
function limitOf(typed: string, site: SiteAccess): number | null | undefined {
  if (typed.trim() === '') return site.pointsLimit === undefined ? null : undefined;
  return parsePointsLimit(typed, maxRolePoints(site));
}

/** Saves a role; a dialog closes then. */
function useSave(save: () => Promise<unknown>, done: string, onClose: () => void) {
  const client = useQueryClient();
  const refresh = useRefreshSession();
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      showToast(done);
      // It may be the operator's own role.
      await Promise.all([client.invalidateQueries({ queryKey: ['roles'] }), refresh()]);
      onClose();
    },
  });
}

interface FormDialogProps {
  readonly title: string;
  /** Whether another dialog is in front of it. What is typed is kept. */
  readonly isHidden: boolean;
  readonly hasUnsaved: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function FormDialog({ title, isHidden, hasUnsaved, isBusy, error, onSubmit, onClose, children }: FormDialogProps) {
  const messages = useMessages();
  const form = useId();
  if (isHidden) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      title={title}
      hasUnsaved={hasUnsaved}
      isSaving={isBusy}
      onClose={onClose}
      foot={
        <>
          <CancelButton />
          <Button type="submit" form={form} look="solid" isBusy={isBusy}>
            {messages.team.save()}
          </Button>
        </>
      }
    >
      <form id={form} className={styles['dialogForm']} onSubmit={submit} noValidate>
        {error !== null && <Note mood="bad" title={<span role="alert">{errorText(error, messages)}</span>} />}
        {children}
      </form>
    </Dialog>
  );
}

/** The limit of points of a role. */
function RolePoints({
  typed,
  isChecked,
  onChange,
}: {
  readonly typed: string;
  readonly isChecked: boolean;
  readonly onChange: (typed: string) => void;
}) {
  const { team } = useMessages();
  const { site } = useOpenSite();
  return (
    <PointsField
      typed={typed}
      most={maxRolePoints(site)}
      hint={site.pointsLimit === undefined ? team.pointsHint() : undefined}
      isWrong={isChecked && limitOf(typed, site) === undefined}
      onChange={onChange}
    />
  );
}

/** Changes how many points the box office adjusts at once. */
export function PointsDialog({
  role,
  isHidden,
  onClose,
}: {
  readonly role: SiteRole;
  readonly isHidden: boolean;
  readonly onClose: () => void;
}) {
  const { team } = useMessages();
  const { site } = useOpenSite();
  const name = useRoleName()(role.role);
  const [typed, setTyped] = useState(role.pointsLimit === undefined ? '' : String(role.pointsLimit));
  const [isChecked, setChecked] = useState(false);
  const limit = limitOf(typed, site);
  const save = useSave(
    () => call('PUT', `${site.key}/box-office-points`, limitField(limit) satisfies BoxOfficePoints),
    team.roleSaved({ role: name }),
    onClose,
  );
  const submit = (): void => {
    setChecked(true);
    if (limit !== undefined && !save.isPending) save.mutate();
  };
  return (
    <FormDialog
      title={team.editRole({ role: name })}
      isHidden={isHidden}
      hasUnsaved={useIsChanged(typed)}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <RolePoints typed={typed} isChecked={isChecked} onChange={setTyped} />
    </FormDialog>
  );
}

/** What is typed for a role. */
interface RoleForm {
  readonly name: string;
  readonly permissions: ReadonlySet<ChosenPermission>;
  readonly points: string;
}

function useRoleForm(role: SiteRole | undefined) {
  const { site } = useOpenSite();
  const [form, setForm] = useState<RoleForm>({
    name: role?.name ?? '',
    permissions: new Set(CHOSEN_PERMISSIONS.filter((permission) => role?.permissions.includes(permission))),
    points:
      role?.permissions.includes('adjustPoints') === true
        ? String(role.pointsLimit ?? '')
        : String(Math.min(DEFAULT_POINTS, maxRolePoints(site))),
  });
  const toggle = (permission: ChosenPermission, isOn: boolean): void => {
    const permissions = new Set(form.permissions);
    if (isOn) permissions.add(permission);
    else permissions.delete(permission);
    // What needs members goes with them.
    if (!permissions.has('members')) for (const other of OF_MEMBERS) permissions.delete(other);
    setForm({ ...form, permissions });
  };
  return { form, setForm, toggle };
}

/** What the role can do: nothing that the operator cannot. */
function PermissionChoice({
  chosen,
  onChange,
}: {
  readonly chosen: ReadonlySet<ChosenPermission>;
  readonly onChange: (permission: ChosenPermission, isOn: boolean) => void;
}) {
  const { team } = useMessages();
  const { site } = useOpenSite();
  const isOutOfReach = (permission: ChosenPermission): boolean =>
    !site.permissions.includes(permission) || (OF_MEMBERS.includes(permission) && !chosen.has('members'));
  return (
    <fieldset className={styles['theaters']}>
      <legend>{team.roleMay()}</legend>
      {/* Every role can. */}
      <Checkbox label={team.abilities.read()} isOn onChange={() => undefined} isDisabled />
      {CHOSEN_PERMISSIONS.map((permission) => (
        <Checkbox
          key={permission}
          label={team.abilities[permission]()}
          isOn={chosen.has(permission)}
          onChange={(isOn) => onChange(permission, isOn)}
          isDisabled={isOutOfReach(permission)}
        />
      ))}
    </fieldset>
  );
}

/** A limit of points in a request; a definition without it has none. */
const limitField = (limit: number | null | undefined): { readonly pointsLimit?: number } =>
  typeof limit === 'number' ? { pointsLimit: limit } : {};

/** Adds a role, or changes one that the site defines. */
export function RoleDialog({
  role,
  roles,
  isHidden,
  onClose,
}: {
  readonly role: SiteRole | undefined;
  readonly roles: readonly SiteRole[];
  readonly isHidden: boolean;
  readonly onClose: () => void;
}) {
  const { team } = useMessages();
  const { site } = useOpenSite();
  const roleName = useRoleName();
  const { form, setForm, toggle } = useRoleForm(role);
  const [isChecked, setChecked] = useState(false);
  const name = form.name.trim();
  const adjusts = form.permissions.has('adjustPoints');
  const limit = adjusts ? limitOf(form.points, site) : null;
  const isTaken = roles.some((other) => other.role !== role?.role && roleName(other.role).toLowerCase() === name.toLowerCase());
  const definition: RoleDefinition = { name, permissions: [...form.permissions], ...limitField(limit) };
  const save = useSave(
    () =>
      role === undefined
        ? call<SiteRole>('POST', `${site.key}/roles`, definition)
        : call<SiteRole>('PUT', `${site.key}/roles/${encodeURIComponent(role.role)}`, definition),
    role === undefined ? team.roleCreated({ role: name }) : team.roleSaved({ role: name }),
    onClose,
  );
  const submit = (): void => {
    setChecked(true);
    if (name !== '' && !isTaken && limit !== undefined && !save.isPending) save.mutate();
  };
  const nameError = (): string | undefined => {
    if (!isChecked) return undefined;
    if (name === '') return team.roleNameRequired();
    return isTaken ? team.roleNameTaken() : undefined;
  };
  return (
    <FormDialog
      title={role === undefined ? team.newRole() : team.editRole({ role: role.name ?? '' })}
      isHidden={isHidden}
      hasUnsaved={useIsChanged([name, CHOSEN_PERMISSIONS.filter((one) => form.permissions.has(one)), form.points])}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={team.roleName()}
        value={form.name}
        onChange={(value) => setForm({ ...form, name: value })}
        autoComplete="off"
        maxLength={40}
        error={nameError()}
      />
      <PermissionChoice chosen={form.permissions} onChange={toggle} />
      {adjusts && <RolePoints typed={form.points} isChecked={isChecked} onChange={(points) => setForm({ ...form, points })} />}
    </FormDialog>
  );
}
