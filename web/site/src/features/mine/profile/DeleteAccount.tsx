import { text } from '@marquee/rules/loyalty/calls/answers.ts';
import { deleteAccount, edit } from '@marquee/rules/loyalty/calls/calls.ts';
import { shownBalances } from '@marquee/rules/loyalty/club/choices.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Checkbox } from '@marquee/ui/Checkbox/Checkbox.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { useState } from 'react';
import { useLater } from '../../../state/later.ts';
import { focusSoon } from '../../../state/member/focus.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { balanceText } from '../../../state/member/points.ts';
import { useAction } from '../../../state/member/queries.ts';
import { useArea, useDetails, useMember } from '../../../state/member/use-member.ts';
import { usePage } from '../../../state/page.ts';
import { Confirm } from '../Confirm.tsx';
import { useAskedPassword } from './CurrentPassword.tsx';

/** Deletes the account, after it is said what goes with it (CALL-18). */
export function DeleteAccount() {
  const { mine } = useLater();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="ghost" size="s" onClick={() => setIsOpen(true)}>
        {mine.deleteAccount()}
      </Button>
      {isOpen ? <Deletion onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function Deletion({ onClose }: { onClose: () => void }) {
  const words = useLater();
  const { mine } = words;
  const { balanceTypes } = useArea();
  const member = useDetails();
  const { where } = useMember();
  const formats = useFormats();
  const { run, state } = useAction();
  const [isAgreed, setIsAgreed] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [isGone, setIsGone] = useState(false);
  const { password, isWanted, field } = useAskedPassword(state, 'delete-password', mine.deletePassword());
  const carryOut = async (): Promise<void> => {
    setIsTried(true);
    if (!isAgreed) {
      document.getElementById('delete-agree')?.focus();
      return;
    }
    // An edit that changes nothing takes the password for this sign-in (security 1.9).
    const isKnown = password === undefined || (await run(edit(where, { currentPassword: password }))) !== undefined;
    if (isKnown && (await run(deleteAccount(where))) !== undefined) setIsGone(true);
    else focusSoon('#delete-password');
  };
  if (isGone) return <Goodbye name={text(member['firstName'])} />;
  const [balance] = shownBalances(member, balanceTypes);
  return (
    // Only that the password is wanted is no failure to be told.
    <Confirm title={mine.deleteTitle()} action={mine.deleteDo()} doing={isWanted ? { kind: 'idle' } : state} onDo={() => void carryOut()} onClose={onClose}>
      <p>{mine.deleteText()}</p>
      <ul>
        {balance === undefined || balance.amount <= 0 ? null : <li>{mine.loseBalance({ amount: balanceText(words, balance, formats.number) })}</li>}
        <li>{mine.loseCards()}</li>
        <li>{mine.loseOrders()}</li>
      </ul>
      <p>{mine.deleteKeep()}</p>
      <Checkbox id="delete-agree" name="agree" label={mine.deleteAgree()} checked={isAgreed} onChange={setIsAgreed} error={isTried && !isAgreed ? mine.deleteAgreeMissing() : undefined} required />
      {field}
    </Confirm>
  );
}

/** The account is gone: the session ends with the last word. */
function Goodbye({ name }: { name: string }) {
  const { m, site } = usePage();
  const { mine } = useLater();
  const { machine } = useMember();
  const leave = async (): Promise<void> => {
    await machine.logout();
    location.assign(site.homeHref);
  };
  return (
    <Dialog
      title={mine.goodbyeTitle()}
      closeLabel={m.common.close()}
      look="list"
      onClose={() => void leave()}
      foot={
        <Button onClick={() => void leave()} data-autofocus="">
          {mine.goodbyeDo()}
        </Button>
      }
    >
      <p>{mine.goodbyeText({ name })}</p>
    </Dialog>
  );
}
