import { endSignIn, signIns } from '@marquee/rules/loyalty/calls/calls.ts';
import { type SignIn, isNotOffered, signInsOf } from '@marquee/rules/loyalty/account/sign-ins.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState } from 'react';
import type { LaterMessages } from '../../../messages/messages.ts';
import { useLater } from '../../../state/later.ts';
import { focusHeading } from '../../../state/member/focus.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { useAction, useFetched } from '../../../state/member/queries.ts';
import { Failed } from '../../../parts/member/States.tsx';
import list from '../List.module.css';
import { Waiting } from '../Waiting.tsx';

const ID = 'sign-ins';
/** What changes name to have the list asked for anew. */
export const SIGN_INS = 'sign-ins';

/** Where a member is signed in; every other sign-in can be ended (security 1.9). */
export function SignIns({ onEnded }: { onEnded: () => void }) {
  const { mine } = useLater();
  const fetched = useFetched(SIGN_INS, signIns(), signInsOf);
  if (fetched.kind === 'failed' && isNotOffered(fetched.failure)) return null;
  return (
    <section aria-labelledby={ID}>
      <h2 className={list.sub} id={ID} tabIndex={-1}>
        {mine.signIns()}
      </h2>
      {fetched.kind === 'loading' ? <Waiting shape="rows" count={2} /> : null}
      {fetched.kind === 'failed' ? <Failed text={fetched.text} retry={fetched.retry} /> : null}
      {fetched.kind === 'ready' ? <Rows signedIn={fetched.data} onEnded={onEnded} /> : null}
    </section>
  );
}

function Rows({ signedIn, onEnded }: { signedIn: readonly SignIn[]; onEnded: () => void }) {
  const { mine, common } = useLater();
  const formats = useFormats();
  const { run, state } = useAction();
  const [ending, setEnding] = useState('');
  const end = async (id: string): Promise<void> => {
    setEnding(id);
    const answer = await run(endSignIn(id), { changes: [SIGN_INS] });
    if (answer === undefined) return;
    onEnded();
    focusHeading(ID);
  };
  return (
    <>
      <ul className={cx(list.list, list.panel)}>
        {signedIn.map((one) => {
          const name = nameOf(mine, one);
          return (
            <li key={one.id}>
              <span className={list.words}>
                <b>{name}</b>
                <small>{[one.isCurrent ? mine.thisDevice() : '', one.startedAt === undefined ? '' : mine.signedInSince({ date: formats.dayAndTime(one.startedAt) })].filter((fact) => fact !== '').join(' · ')}</small>
              </span>
              {one.isCurrent ? null : (
                <Button kind="ghost" size="s" busy={state.kind === 'busy' && ending === one.id} busyLabel={common.loading()} aria-label={mine.endSignInOf({ name })} onClick={() => void end(one.id)}>
                  {mine.endSignIn()}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {state.kind === 'failed' ? <Message kind="error">{state.text}</Message> : null}
    </>
  );
}

function nameOf(mine: LaterMessages['mine'], { device: { browser, system }, isHandedOver }: SignIn): string {
  if (isHandedOver) return mine.handedOver();
  if (browser !== '' && system !== '') return mine.deviceOn({ browser, system });
  return browser + system === '' ? mine.deviceOther() : browser + system;
}
