import type { TeamMember } from '@marquee/api/editor.gen.ts';
import { call } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useTeamChange } from './use-team-change.ts';

/** Asks before a person is removed, because it ends their work at once. Who has removed them can bring them back from the toast. */
export function RemovePerson({ person, onClose }: { readonly person: TeamMember; readonly onClose: () => void }) {
  const { team, common } = useMessages();
  const { site } = useOpenSite();
  const { name } = person;
  const path = `${site.key}/team/${encodeURIComponent(person.id)}`;
  const restore = useTeamChange(
    () => call('POST', `${path}/restore`),
    () => common.undone(),
  );
  const remove = useTeamChange(
    () => call('DELETE', path),
    () => team.removed({ name }),
    () => restore.mutate(undefined),
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
