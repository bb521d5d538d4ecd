import { EMAIL_PATTERN } from '@marquee/rules/email-pattern.gen.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Button, IconButton } from '../../parts/Button.tsx';
import { RadioCards, Select } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Avatar, Skeleton, Card, Dot, Note, VisuallyHidden, Stack, Table, Tag } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import type { NewInvitation, PendingInvitation, RoleChange, TeamMember } from '@marquee/api/editor.gen.ts';
import { useAgo } from '../../state/clock.ts';
import { errorText } from '../../state/errors.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { type EditorMessages, useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { useInterruption, useSession } from '../../state/session.ts';
import { useRoleName, useRoleWords, useSiteRoles } from '../../state/site-roles.ts';
import { useTeam } from '../../state/team.ts';
import { showToast } from '../../state/toasts.ts';
import { RemovePerson } from './RemovePerson.tsx';
import { type RoleTheaters, TheaterChoice, roleChange, useCanLimit, useTheaterWords } from './TheaterChoice.tsx';
import { useTeamChange } from './use-team-change.ts';
import styles from './Team.module.css';

/** The people with access to the site, and a form to invite one. */
export function People() {
  const { common, team } = useMessages();
  const { site } = useOpenSite();
  const mayChange = can(site, 'people');
  const { data, error, refetch } = useTeam();
  const [removed, setRemoved] = useState<TeamMember>();
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles['columns']}>
      <Stack>
        {mayChange && <Reminder people={data.people} />}
        <Card>
          <Table label={team.people()} narrow="rows">
            <thead>
              <tr>
                <th scope="col">{team.person()}</th>
                <th scope="col">{team.role()}</th>
                <th scope="col">{team.theaters()}</th>
                <th scope="col">{team.signsInWith()}</th>
                <th scope="col">{team.seen()}</th>
                <th scope="col">
                  <VisuallyHidden>{team.actions()}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  people={data.people}
                  mayChange={mayChange}
                  onRemove={() => setRemoved(person)}
                />
              ))}
              {data.invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} mayChange={mayChange} />
              ))}
            </tbody>
          </Table>
        </Card>
      </Stack>
      {mayChange && <Invite />}
      {removed !== undefined && <RemovePerson person={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}

/** Whether a person signs in with a password only. */
const hasPasswordOnly = ({ hasTotp, hasPasskey }: TeamMember): boolean => !hasTotp && !hasPasskey;

/** Colleagues who sign in with a password only, and the button that asks them to add a second factor. */
function Reminder({ people }: { readonly people: readonly TeamMember[] }) {
  const { team } = useMessages();
  const { list } = useFormats();
  const { site } = useOpenSite();
  const { data } = useSession();
  const others = people.filter((person) => hasPasswordOnly(person) && person.id !== data?.operator.id);
  const open = others.filter(({ remindedAt }) => remindedAt === undefined);
  const names = list(others.map(({ name }) => name));
  const remind = useTeamChange(
    async (persons: readonly TeamMember[]) => {
      for (const { id } of persons) await call('POST', `${site.key}/team/${encodeURIComponent(id)}/reminder`);
    },
    (persons) => team.reminded({ count: persons.length, name: persons[0]?.name ?? '' }),
  );
  if (others.length === 0) return null;
  return (
    <Note
      mood="warn"
      title={others.length === 1 ? team.reminderOne({ name: names }) : team.reminderMany({ names })}
      action={
        open.length > 0 && (
          <Button isBusy={remind.isPending} onPress={() => remind.mutate(open)}>
            {team.remind()}
          </Button>
        )
      }
    >
      {team.reminderText()}
    </Note>
  );
}

interface PersonProps {
  readonly person: TeamMember;
  readonly people: readonly TeamMember[];
  readonly mayChange: boolean;
  readonly onRemove: () => void;
}

/** How a person with two factors signs in. */
function signInWords({ hasTotp, hasPassword, hasPasskey }: TeamMember, team: EditorMessages['team']): string {
  if (!hasPasskey) return team.withCode();
  if (!hasPassword) return team.passkeyOnly();
  return hasTotp ? team.passkeyOrCode() : team.passkeyOrPassword();
}

function PersonRow({ person, people, mayChange, onRemove }: PersonProps) {
  const { team } = useMessages();
  const ago = useAgo();
  const { data } = useSession();
  const isSelf = person.id === data?.operator.id;
  const isLastOwner = person.role === 'owner' && people.filter(({ role }) => role === 'owner').length === 1;
  const mayGive = useSiteRoles().some(({ role, mayGive: may }) => role === person.role && may);
  const isFixed = !mayChange || !mayGive || person.isEverywhere || isLastOwner;
  const here = (
    <span className={styles['here']}>
      <Dot isLive />
      {team.now()}
    </span>
  );
  const passwordOnly = (
    <Tag mood="warn" icon="warning">
      {team.passwordOnly()}
    </Tag>
  );
  return (
    <tr data-row="">
      <th scope="row">
        <span className={styles['person']}>
          <Avatar name={person.name} />
          <span>
            {person.name} {isSelf && <i>{team.you()}</i>}
            <small>{person.email}</small>
          </span>
        </span>
      </th>
      <td data-label={team.role()}>
        <Role person={person} isFixed={isFixed} />
      </td>
      <td data-label={team.theaters()}>
        <Theaters person={person} isFixed={isFixed} />
      </td>
      <td data-label={team.signsInWith()}>
        {hasPasswordOnly(person) ? passwordOnly : signInWords(person, team)}
        {person.remindedAt !== undefined && (
          <small className={styles['reminded']}>{team.remindedAgo({ ago: ago(person.remindedAt) })}</small>
        )}
      </td>
      <td data-label={team.seen()}>{person.isHere ? here : person.seenAt === undefined ? team.never() : ago(person.seenAt)}</td>
      <td>{!isFixed && !isSelf && <IconButton icon="trash" label={team.remove({ name: person.name })} onPress={onRemove} />}</td>
    </tr>
  );
}

/** Changes the role of a person, or its theaters; the toast undoes it. */
function useRoleChange(person: TeamMember) {
  const { team } = useMessages();
  const roleName = useRoleName();
  const { site } = useOpenSite();
  const theaterWords = useTheaterWords();
  const send = (next: RoleChange): Promise<unknown> => call('PUT', `${site.key}/team/${encodeURIComponent(person.id)}`, next);
  const done = ({ role, theaters }: RoleChange): string =>
    theaters === undefined
      ? team.roleChanged({ name: person.name, role: roleName(role) })
      : team.roleLimited({ name: person.name, role: roleName(role), theaters: theaterWords(theaters) });
  const changeBack = useTeamChange(send, done);
  const before = roleChange(person.role, person.theaters);
  return useTeamChange(send, done, () => changeBack.mutate(before));
}

/** The theaters of a person, and the dialog that changes them. */
function Theaters({ person, isFixed }: { readonly person: TeamMember; readonly isFixed: boolean }) {
  const { team, common } = useMessages();
  const roleName = useRoleName();
  const words = useTheaterWords();
  const canLimit = useCanLimit();
  const change = useRoleChange(person);
  const interruption = useInterruption();
  const [chosen, setChosen] = useState<{ readonly theaters: RoleTheaters }>();
  const text = words(person.theaters);
  if (isFixed || (person.theaters === undefined && !canLimit(person.role))) return text;
  const isNone = chosen?.theaters?.length === 0;
  return (
    <>
      <AriaButton
        className={styles['change'] ?? ''}
        aria-label={team.theatersOf({ name: person.name, theaters: text })}
        onPress={() => setChosen({ theaters: person.theaters })}
      >
        {text}
        <Icon name="pencil" small />
      </AriaButton>
      {/* One dialog at a time: the question for the password goes first. */}
      {chosen !== undefined && interruption === undefined && (
        <Dialog
          title={team.theatersTitle({ name: person.name })}
          onClose={() => setChosen(undefined)}
          foot={
            <>
              <Button onPress={() => setChosen(undefined)}>{common.cancel()}</Button>
              <Button
                look="solid"
                isDisabled={isNone}
                isBusy={change.isPending}
                onPress={() => change.mutate(roleChange(person.role, chosen.theaters), { onSuccess: () => setChosen(undefined) })}
              >
                {team.save()}
              </Button>
            </>
          }
        >
          <div className={styles['dialogForm']}>
            <p>{team.roleAt({ role: roleName(person.role) })}</p>
            <TheaterChoice value={chosen.theaters} onChange={(theaters) => setChosen({ theaters })} />
          </div>
        </Dialog>
      )}
    </>
  );
}

function Role({ person, isFixed }: { readonly person: TeamMember; readonly isFixed: boolean }) {
  const { team } = useMessages();
  const roleName = useRoleName();
  const roles = useSiteRoles().filter(({ mayGive }) => mayGive);
  const canLimit = useCanLimit();
  const change = useRoleChange(person);
  if (isFixed) return roleName(person.role);
  return (
    <Select
      label={team.roleOf({ name: person.name })}
      isLabelHidden
      isPlain
      value={change.isPending ? change.variables.role : person.role}
      options={roles.map(({ role }) => ({ value: role, label: roleName(role) }))}
      onChange={(role) => change.mutate(roleChange(role, canLimit(role) ? person.theaters : undefined))}
      isDisabled={change.isPending}
    />
  );
}

function InvitationRow({ invitation, mayChange }: { readonly invitation: PendingInvitation; readonly mayChange: boolean }) {
  const { team, common } = useMessages();
  const roleName = useRoleName();
  const { day } = useFormats();
  const { site } = useOpenSite();
  const theaterWords = useTheaterWords();
  const path = `${site.key}/invitations/${encodeURIComponent(invitation.id)}`;
  const restore = useTeamChange(
    () => call<PendingInvitation>('POST', `${path}/restore`),
    () => common.undone(),
  );
  const withdraw = useTeamChange(
    () => call('DELETE', path),
    () => team.withdrawn({ email: invitation.email }),
    () => restore.mutate(undefined),
  );
  // It replaces the invitation.
  const resend = useTeamChange(
    () =>
      call<PendingInvitation>('POST', `${site.key}/invitations`, {
        email: invitation.email,
        ...roleChange(invitation.role, invitation.theaters),
      } satisfies NewInvitation),
    () => team.resent({ email: invitation.email }),
  );
  return (
    <tr data-row="">
      <th scope="row">
        <span className={styles['person']}>
          <Avatar name={invitation.email} />
          {invitation.email}
        </span>
      </th>
      <td data-label={team.role()}>{roleName(invitation.role)}</td>
      <td data-label={team.theaters()}>{theaterWords(invitation.theaters)}</td>
      <td data-label={team.signsInWith()}>
        <Tag>{team.invited({ day: day(invitation.createdAt) })}</Tag>
      </td>
      <td data-label={team.seen()}>{team.until({ day: day(invitation.expiresAt) })}</td>
      <td>
        {mayChange && (
          <>
            <IconButton
              icon="mail"
              sends
              label={team.resend({ email: invitation.email })}
              onPress={() => resend.mutate(undefined)}
            />
            <IconButton
              icon="trash"
              sends
              label={team.withdraw({ email: invitation.email })}
              onPress={() => withdraw.mutate(undefined)}
            />
          </>
        )}
      </td>
    </tr>
  );
}

/** Id of the field for the address of a new person. */
const EMAIL_ID = 'invite-email';

/** Puts the focus into the form that invites; on narrow screens it is below the list. */
export const focusInvite = (): void => document.querySelector<HTMLInputElement>(`#${EMAIL_ID}`)?.focus();

function Invite() {
  const messages = useMessages();
  const { team, welcome } = messages;
  const { site } = useOpenSite();
  const client = useQueryClient();
  const roleName = useRoleName();
  const roleWords = useRoleWords();
  const roles = useSiteRoles().filter(({ mayGive }) => mayGive);
  const [email, setEmail] = useState('');
  const [preferred, setRole] = useState('editor');
  const role = (roles.find((candidate) => candidate.role === preferred) ?? roles[0])?.role ?? preferred;
  const [chosen, setTheaters] = useState<RoleTheaters>();
  const canLimit = useCanLimit();
  const theaters = canLimit(role) ? chosen : undefined;
  const [isChecked, setChecked] = useState(false);
  const invite = useMutation({
    mutationFn: () =>
      call<PendingInvitation>('POST', `${site.key}/invitations`, {
        email: email.trim(),
        ...roleChange(role, theaters),
      } satisfies NewInvitation),
    onSuccess() {
      showToast(team.sent({ email: email.trim() }));
      setEmail('');
      setTheaters(undefined);
      setChecked(false);
      void client.invalidateQueries({ queryKey: ['team'] });
    },
  });
  const isValid = EMAIL_PATTERN.test(email.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isValid && theaters?.length !== 0) invite.mutate();
  };
  const error =
    isChecked && !isValid ? welcome.emailInvalid() : invite.error === null ? undefined : errorText(invite.error, messages);
  return (
    <Card title={team.invite()}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextField id={EMAIL_ID} label={messages.signIn.email()} type="email" value={email} onChange={setEmail} error={error} />
        <RadioCards
          label={team.role()}
          value={role}
          options={roles.map((option) => ({ value: option.role, label: roleName(option.role), hint: roleWords(option) }))}
          onChange={setRole}
        />
        {canLimit(role) && (
          <TheaterChoice
            value={theaters}
            onChange={setTheaters}
            error={isChecked && theaters?.length === 0 ? team.theatersRequired() : undefined}
          />
        )}
        <Button type="submit" look="solid" isBusy={invite.isPending}>
          {team.send()}
        </Button>
        <p>{team.inviteHint()}</p>
      </form>
    </Card>
  );
}
