import type { TeamMember } from '@marquee/api/editor.gen.ts';
import { call } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useTeamChange } from './use-team-change.ts';

/** Asks before a person is removed: their account may go with the role, so it cannot be given back. */
export function RemovePerson({ person, onClose }: { readonly person: TeamMember; readonly onClose: () => void }) {
  const { team } = useMessages();
  const { site } = useOpenSite();
  const { name } = person;
  const remove = useTeamChange(
    () => call('DELETE', `${site.key}/team/${encodeURIComponent(person.id)}`),
    () => team.removed({ name }),
  );
  return (
    <ConfirmDialog
      title={team.removeTitle({ name })}
      text={team.removeText({ name })}
      action={team.removeIt()}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={(onDone) => remove.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    />
  );
}
