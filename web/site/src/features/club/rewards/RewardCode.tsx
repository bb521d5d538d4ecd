import { inFours } from '@marquee/rules/loyalty/account/card-code.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { closeDialog } from '@marquee/ui/Dialog/close-dialog.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { ICONS } from '@marquee/ui/Icon/icons.ts';
import { COPY_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useTemporaryFlag } from '@marquee/ui/use-temporary-flag.ts';
import { useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { useArea } from '../../../state/member/use-member.ts';
import { CodeFigure } from '../card/CodeDialog.tsx';
import css from './RedeemDialog.module.css';

/** The code of an ordered reward, to scan or copy, and a button to confirm that the reward was handed out. */
export function RewardCode({
  code,
  busy,
  onHandedOut,
  onNotYet,
}: {
  /** Empty if the service returned none. */
  code: string;
  busy: boolean;
  onHandedOut: () => void;
  onNotYet: () => void;
}) {
  const { club } = useLaterMessages();
  const { scannableCodeFormat } = useArea();
  const [isConfirming, setConfirming] = useState(false);
  if (code === '') return <Finished text={club.orderedWithoutCode()} />;
  return (
    <>
      <Message kind="success" focus>
        {club.ordered()}
      </Message>
      <CodeFigure
        name={club.rewardCode({ number: inFours(code) })}
        value={code}
        shown={inFours(code)}
        format={scannableCodeFormat}
      />
      <div className={css.actions}>
        <CopyButton text={code} />
        {isConfirming ? null : (
          <Button kind="line" aria-expanded={false} onClick={() => setConfirming(true)}>
            {club.confirm()}
          </Button>
        )}
      </div>
      {isConfirming ? (
        <div className={css.confirm}>
          <p>{club.confirmText()}</p>
          <div className={css.actions}>
            <Button ref={takeFocus} busy={busy} busyLabel={club.confirming()} onClick={onHandedOut}>
              {club.confirmAction()}
            </Button>
            <Button
              kind="line"
              onClick={() => {
                setConfirming(false);
                onNotYet();
              }}
            >
              {club.notYet()}
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}

/** The last step of the dialog. */
export function Finished({ text }: { text: string }) {
  const { club } = useLaterMessages();
  return (
    <>
      <Message kind="success" focus>
        {text}
      </Message>
      <div className={css.actions}>
        <Button onClick={closeDialog}>{club.done()}</Button>
      </div>
    </>
  );
}

function takeFocus(button: HTMLElement | null): void {
  button?.focus();
}

/** Copies a text and confirms it in the button's label. Does nothing if the browser denies access to the clipboard. */
function CopyButton({ text }: { text: string }) {
  const { club, common } = useLaterMessages();
  const [isCopied, setCopied] = useTemporaryFlag();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <>
      <Button kind="line" icon={<Glyph path={isCopied ? ICONS.check : COPY_ICON} />} onClick={() => void copy()}>
        {isCopied ? common.copied() : club.copyCode()}
      </Button>
      <output className="sr">{isCopied ? common.copied() : ''}</output>
    </>
  );
}
