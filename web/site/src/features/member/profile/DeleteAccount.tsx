import { deleteMember, edit } from '@marquee/api/loyalty/account.gen.ts';
import { shownBalances } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Checkbox } from '@marquee/ui/Checkbox/Checkbox.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { focusInNextFrame } from '../../../state/member/focus.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { balanceText } from '../../../state/member/points.ts';
import { useAction } from '../../../state/member/queries.ts';
import { useArea, useMemberDetails, useMember } from '../../../state/member/use-member.ts';
import { usePage } from '../../../state/page.ts';
import { Confirm } from '../Confirm.tsx';
import { useReauthentication } from './CurrentPassword.tsx';

/** Button that deletes the account after a confirmation (CALL-18). */
export function DeleteAccount() {
  const { mine } = useLaterMessages();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="ghost" size="s" onClick={() => setIsOpen(true)}>
        {mine.deleteAccount()}
      </Button>
      {isOpen ? <DeletionDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const laterMessages = useLaterMessages();
  const { mine } = laterMessages;
  const { balanceTypes } = useArea();
  const member = useMemberDetails();
  const { context } = useMember();
  const formats = useFormats();
  const { run, state } = useAction();
  const [isAgreed, setIsAgreed] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isDeleted, setIsDeleted] = useState(false);
  const { password, isRequired, field } = useReauthentication(state, 'delete-password', mine.deletePassword());
  const carryOut = async (): Promise<void> => {
    setIsSubmitted(true);
    if (!isAgreed) {
      document.getElementById('delete-agree')?.focus();
      return;
    }
    // An edit without changes reauthenticates the session (security 1.9).
    const isAuthenticated = password === undefined || (await run(edit(context, { currentPassword: password }))) !== undefined;
    if (isAuthenticated && (await run(deleteMember(context, { memberId: '' }))) !== undefined) setIsDeleted(true);
    else focusInNextFrame('#delete-password');
  };
  if (isDeleted) return <Goodbye name={member.firstName ?? ''} />;
  const [balance] = shownBalances(member, balanceTypes);
  return (
    // A required password is not shown as a failure: the field appears instead.
    <Confirm
      title={mine.deleteTitle()}
      actionLabel={mine.deleteAction()}
      action={isRequired ? { kind: 'idle' } : state}
      onConfirm={() => void carryOut()}
      onClose={onClose}
    >
      <p>{mine.deleteText()}</p>
      <ul>
        {balance === undefined || balance.amount <= 0 ? null : (
          <li>{mine.loseBalance({ amount: balanceText(laterMessages, balance, formats.number) })}</li>
        )}
        <li>{mine.loseCards()}</li>
        <li>{mine.loseOrders()}</li>
      </ul>
      <p>{mine.deleteKeep()}</p>
      <Checkbox
        id="delete-agree"
        name="agree"
        label={mine.deleteAgree()}
        checked={isAgreed}
        onChange={setIsAgreed}
        error={isSubmitted && !isAgreed ? mine.deleteAgreeMissing() : undefined}
        required
      />
      {field}
    </Confirm>
  );
}

/** Dialog after the deletion; closing it ends the session. */
function Goodbye({ name }: { name: string }) {
  const { messages, site } = usePage();
  const { mine } = useLaterMessages();
  const { machine } = useMember();
  const leave = async (): Promise<void> => {
    await machine.logout();
    location.assign(site.homeHref);
  };
  return (
    <Dialog
      title={mine.goodbyeTitle()}
      closeLabel={messages.common.close()}
      look="list"
      onClose={() => void leave()}
      foot={
        <Button onClick={() => void leave()} data-autofocus="">
          {mine.goodbyeAction()}
        </Button>
      }
    >
      <p>{mine.goodbyeText({ name })}</p>
    </Dialog>
  );
}
