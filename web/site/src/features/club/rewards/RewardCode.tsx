import { inFours } from '@marquee/rules/loyalty/area/greeting.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { ICONS } from '@marquee/ui/Icon/icons.ts';
import { COPY_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState } from 'react';
import { useLater } from '../../../state/later.ts';
import { useArea } from '../../../state/member/use-member.ts';
import { CodeFigure } from '../card/CodeDialog.tsx';
import { closeDialog } from './close-dialog.ts';
import css from './RedeemDialog.module.css';

/** The code of a reward that was ordered: to be scanned, copied, or confirmed once the reward is in the member's hands. */
export function RewardCode({
  code,
  busy,
  onHandedOut,
  onNotYet,
}: {
  /** Empty when the service told none. */
  code: string;
  busy: boolean;
  onHandedOut: () => void;
  onNotYet: () => void;
}) {
  const { club } = useLater();
  const { scannableCodeFormat } = useArea();
  const [isAsking, setAsking] = useState(false);
  if (code === '') return <Finished text={club.orderedPlain()} />;
  return (
    <>
      <Message kind="success" focus>
        {club.ordered()}
      </Message>
      <CodeFigure name={club.rewardCode({ number: inFours(code) })} value={code} shown={inFours(code)} format={scannableCodeFormat} />
      <div className={css.actions}>
        <CopyButton text={code} />
        {isAsking ? null : (
          <Button kind="line" aria-expanded={false} onClick={() => setAsking(true)}>
            {club.confirm()}
          </Button>
        )}
      </div>
      {isAsking ? (
        <div className={css.confirm}>
          <p>{club.confirmText()}</p>
          <div className={css.actions}>
            <Button ref={takeFocus} busy={busy} busyLabel={club.confirming()} onClick={onHandedOut}>
              {club.confirmDo()}
            </Button>
            <Button
              kind="line"
              onClick={() => {
                setAsking(false);
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

/** There is nothing more to do in the dialog. */
export function Finished({ text }: { text: string }) {
  const { club } = useLater();
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

/** Copies a text, and says so in its place. A browser that may not copy leaves the text to be marked. */
function CopyButton({ text }: { text: string }) {
  const { club, common } = useLater();
  const [isCopied, setCopied] = useState(false);
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
