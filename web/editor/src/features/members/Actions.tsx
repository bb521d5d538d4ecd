import { useRouter } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BlockReasonName, StandingChange } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { RadioCards } from '../../parts/Choice.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { call, download } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useScreenKey } from '../../state/keys.ts';
import { screenPath, withBase } from '../../state/location.ts';
import { useRefresh } from '../../state/members/queries.ts';
import { BLOCK_REASONS, type Member } from '../../state/members/records.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import { EditDialog } from './MemberForm.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import styles from './Members.module.css';

/** Blocks a member, unblocks them, or requires a new password. */
export function useStanding(member: Member) {
  const messages = useMessages();
  const { members: words, common } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const change = (request: StandingChange): Promise<unknown> =>
    call('PUT', `${site.key}/members/${encodeURIComponent(member.id)}/standing`, request);
  const undo = async (): Promise<void> => {
    try {
      await change({ standing: 'active' });
      showToast(words.unblocked({ name: member.name }));
    } catch (error) {
      showToast(errorText(error, messages));
    }
    refresh();
  };
  return useMutation({
    mutationFn: change,
    onSuccess(_, { standing }) {
      if (standing === 'active') showToast(words.unblocked({ name: member.name }));
      else {
        const text = standing === 'passwordDue' ? words.passwordRequired : words.blockedNow;
        showToast(text({ name: member.name }), { label: common.undo(), onAction: () => void undo() });
      }
    },
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: refresh,
  });
}

type Open = 'edit' | 'merge' | 'block' | 'password' | 'remove' | 'resend';

/** Whether a member waits for the email that confirms their address. */
const isUnconfirmed = ({ standing, email }: Member): boolean => standing === 'unconfirmed' && email !== '';

/** Emails a member a link: to set a password, or to confirm their address. */
function useEmail(member: Member, kind: 'password-link' | 'confirmation') {
  const messages = useMessages();
  const { members: words } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const sent = kind === 'confirmation' ? words.confirmationSent : words.linkSent;
  return useMutation({
    mutationFn: () => call('POST', `${site.key}/members/${encodeURIComponent(member.id)}/${kind}`),
    onSuccess: () => showToast(sent({ email: member.email })),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: refresh,
  });
}

/** Sends the confirmation of the email address again to a member who has not confirmed it. */
export function ResendConfirmation({ member }: { readonly member: Member }) {
  const { members: words } = useMessages();
  const send = useEmail(member, 'confirmation');
  if (!isUnconfirmed(member)) return null;
  return (
    <Button icon="mail" isBusy={send.isPending} onPress={() => send.mutate()}>
      {words.sendConfirmation()}
    </Button>
  );
}

/** Asks whether to send a member the email that they most likely miss. */
function ResendDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { members: words } = useMessages();
  const send = useEmail(member, isUnconfirmed(member) ? 'confirmation' : 'password-link');
  return (
    <Confirm
      title={words.resendTitle({ name: member.name })}
      text={words.resendText({ email: member.email })}
      action={isUnconfirmed(member) ? words.sendConfirmation() : words.sendLink()}
      isBusy={send.isPending}
      isAutoFocused
      onConfirm={() => send.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

/** Removes a member. */
function useRemoval(member: Member) {
  const messages = useMessages();
  const { members: words } = messages;
  const { site } = useOpenSite();
  const router = useRouter();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call('DELETE', `${site.key}/records/members/${encodeURIComponent(member.id)}`),
    onSuccess() {
      showToast(words.removed({ name: member.name }));
      void router.navigate({ href: withBase(screenPath(site.key, 'members')) });
    },
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: refresh,
  });
}

/** Saves a file with all data of a member. */
export function ExportMember({ member }: { readonly member: Member }) {
  const messages = useMessages();
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: () => download(`${site.key}/members/${encodeURIComponent(member.id)}/export`, 'member.json'),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: refresh,
  });
  return (
    <Button look="ghost" icon="download" isBusy={save.isPending} onPress={() => save.mutate()}>
      {messages.members.export()}
    </Button>
  );
}

/** What can be done with a member. R asks whether to send the email that they most likely miss. */
export function Actions({ member, hasSignInPage }: { readonly member: Member; readonly hasSignInPage: boolean }) {
  const { members: words } = useMessages();
  const [open, setOpen] = useState<Open>();
  const standing = useStanding(member);
  const close = (): void => setOpen(undefined);
  const remove = useRemoval(member);
  const sendLink = useEmail(member, 'password-link');
  const canSend = hasSignInPage && member.email !== '';
  useScreenKey('r', () => canSend && setOpen('resend'));
  const change = (request: StandingChange): void => standing.mutate(request, { onSettled: close });
  return (
    <div className={styles['actions']}>
      <Button look="ghost" icon="pencil" onPress={() => setOpen('edit')}>
        {words.edit()}
      </Button>
      {canSend && (
        <Button look="ghost" icon="mail" isBusy={sendLink.isPending} onPress={() => sendLink.mutate()}>
          {words.sendLink()}
        </Button>
      )}
      <ExportMember member={member} />
      <Button look="ghost" icon="swap" onPress={() => setOpen('merge')}>
        {words.merge.open()}
      </Button>
      {member.standing === 'active' && (
        <Button look="ghost" icon="key" onPress={() => setOpen('password')}>
          {words.requirePassword()}
        </Button>
      )}
      {member.standing !== 'blocked' && (
        <Button look="ghost" icon="block" isDanger onPress={() => setOpen('block')}>
          {words.block()}
        </Button>
      )}
      <Button look="ghost" icon="trash" isDanger onPress={() => setOpen('remove')}>
        {words.remove()}
      </Button>
      {open === 'edit' && <EditDialog member={member} onClose={close} />}
      {open === 'merge' && <MergeDialog member={member} onClose={close} />}
      {open === 'block' && <BlockDialog member={member} isBusy={standing.isPending} onBlock={change} onClose={close} />}
      {open === 'password' && (
        <Confirm
          title={words.requireTitle({ name: member.name })}
          text={words.requireText()}
          action={words.requirePassword()}
          isBusy={standing.isPending}
          onConfirm={() => change({ standing: 'passwordDue' })}
          onClose={close}
        />
      )}
      {open === 'resend' && <ResendDialog member={member} onClose={close} />}
      {open === 'remove' && (
        <Confirm
          title={words.removeTitle({ name: member.name })}
          text={words.removeText({ name: member.name })}
          action={words.removeConfirm({ name: member.name })}
          isDanger
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Asks before something that cannot be undone. */
export function Confirm({
  title,
  text,
  action,
  isBusy,
  isDanger = false,
  isAutoFocused = false,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly isDanger?: boolean;
  /** Whether Enter confirms at once. */
  readonly isAutoFocused?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { common } = useMessages();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button
            look={isDanger ? 'line' : 'solid'}
            isDanger={isDanger}
            isBusy={isBusy}
            autoFocus={isAutoFocused}
            onPress={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

function BlockDialog({
  member,
  isBusy,
  onBlock,
  onClose,
}: {
  readonly member: Member;
  readonly isBusy: boolean;
  readonly onBlock: (request: StandingChange) => void;
  readonly onClose: () => void;
}) {
  const { members: words, common } = useMessages();
  const [reason, setReason] = useState<BlockReasonName>('misuse');
  return (
    <Dialog
      title={words.blockTitle({ name: member.name })}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button isDanger isBusy={isBusy} onPress={() => onBlock({ standing: 'blocked', reason })}>
            {words.block()}
          </Button>
        </>
      }
    >
      <div className={styles['dialog']}>
        <p>{words.blockText()}</p>
        <RadioCards
          label={words.reason()}
          value={reason}
          options={BLOCK_REASONS.map((value) => ({ value, label: words.blockReasons[value]() }))}
          onChange={setReason}
        />
      </div>
    </Dialog>
  );
}
