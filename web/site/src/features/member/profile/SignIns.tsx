import { endSession, listSessions } from '@marquee/api/loyalty/member.gen.ts';
import { type SignIn, isNotOffered, signInsOf } from '@marquee/rules/loyalty/account/sign-ins.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState } from 'react';
import type { LaterMessages } from '../../../messages/messages.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { focusHeading } from '../../../state/member/focus.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { useAction, useMemberQuery } from '../../../state/member/queries.ts';
import { Failed } from '../../../parts/member/States.tsx';
import list from '../List.module.css';
import { SectionSkeleton } from '../SectionSkeleton.tsx';

const ID = 'sign-ins';
/** Query key of the sign-ins; actions that change them name it. */
export const SIGN_INS = 'sign-ins';

/** The member's sign-ins on all devices; all but the current one can be ended (security 1.9). */
export function SignIns({ onEnded }: { onEnded: () => void }) {
  const { mine } = useLaterMessages();
  const fetched = useMemberQuery(SIGN_INS, listSessions(), signInsOf);
  if (fetched.kind === 'failed' && isNotOffered(fetched.failure)) return null;
  return (
    <section aria-labelledby={ID}>
      <h2 className={list.subheading} id={ID} tabIndex={-1}>
        {mine.signIns()}
      </h2>
      {fetched.kind === 'loading' ? <SectionSkeleton shape="rows" count={2} /> : null}
      {fetched.kind === 'failed' ? <Failed text={fetched.text} retry={fetched.retry} /> : null}
      {fetched.kind === 'ready' ? <Rows signIns={fetched.data} onEnded={onEnded} /> : null}
    </section>
  );
}

function Rows({ signIns: items, onEnded }: { signIns: readonly SignIn[]; onEnded: () => void }) {
  const { mine } = useLaterMessages();
  const formats = useFormats();
  const { run, state } = useAction();
  const [ending, setEnding] = useState('');
  const end = async (id: string): Promise<void> => {
    // The state is that of one call: another one would hide its progress and its failure.
    if (state.kind === 'busy') return;
    setEnding(id);
    const response = await run(endSession({ sessionId: id }), { changes: [SIGN_INS] });
    if (response === undefined) return;
    onEnded();
    focusHeading(ID);
  };
  return (
    <>
      <ul className={cx(list.list, list.panel)}>
        {items.map((signIn) => {
          const name = nameOf(mine, signIn);
          return (
            <li key={signIn.id}>
              <span className={list.text}>
                <b>{name}</b>
                <small>
                  {[
                    signIn.isCurrent ? mine.thisDevice() : '',
                    signIn.startedAt === undefined ? '' : mine.signedInSince({ date: formats.dayAndTime(signIn.startedAt) }),
                  ]
                    .filter((fact) => fact !== '')
                    .join(' · ')}
                </small>
              </span>
              {signIn.isCurrent ? null : (
                <Button
                  kind="ghost"
                  size="s"
                  busy={state.kind === 'busy' && ending === signIn.id}
                  aria-label={mine.endSignInOf({ name })}
                  onClick={() => void end(signIn.id)}
                >
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
