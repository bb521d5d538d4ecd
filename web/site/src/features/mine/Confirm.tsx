import { Button } from '@marquee/ui/Button/Button.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import type { ReactNode } from 'react';
import { useLater } from '../../state/later.ts';
import type { Doing } from '../../state/member/queries.ts';
import { usePage } from '../../state/page.ts';
import css from './Confirm.module.css';

/** Asks before something that cannot be taken back, and says what happens then. */
export function Confirm({ title, action, doing, onDo, onClose, children }: { title: string; action: string; doing: Doing; onDo: () => void; onClose: () => void; children: ReactNode }) {
  const { m } = usePage();
  const { common } = useLater();
  const foot = (
    <div className={css.foot}>
      <Button kind="line" onClick={onClose} data-autofocus="">
        {common.cancel()}
      </Button>
      <Button busy={doing.kind === 'busy'} busyLabel={common.loading()} onClick={onDo}>
        {action}
      </Button>
    </div>
  );
  return (
    <Dialog title={title} closeLabel={m.common.close()} look="list" onClose={onClose} foot={foot}>
      <div className={css.body}>
        {children}
        {doing.kind === 'failed' ? <Message kind="error">{doing.text}</Message> : null}
      </div>
    </Dialog>
  );
}
