import { Message } from '@marquee/ui/Message/Message.tsx';
import { useLater } from '../../state/later.ts';
import css from './Frame.module.css';

/** Forms that only scripts can send say so where there are none. */
export function NoScripts() {
  const { account } = useLater();
  return (
    <noscript>
      <div className={css.note}>
        <Message kind="note">{account.noScripts()}</Message>
      </div>
    </noscript>
  );
}
