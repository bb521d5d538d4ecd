import { Message } from '@marquee/ui/Message/Message.tsx';
import { useLaterMessages } from '../../state/later.ts';
import css from './FormLayout.module.css';

/** A note without scripts that the form needs them. */
export function NoScripts() {
  const { account } = useLaterMessages();
  return (
    <noscript>
      <div className={css.note}>
        <Message kind="note">{account.noScripts()}</Message>
      </div>
    </noscript>
  );
}
