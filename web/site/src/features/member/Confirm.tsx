import { Button } from '@marquee/ui/Button/Button.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { closeDialog } from '@marquee/ui/Dialog/close-dialog.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import type { ReactNode } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import type { ActionState } from '../../state/member/queries.ts';
import { usePage } from '../../state/page.ts';
import css from './Confirm.module.css';

/** Dialog that asks for confirmation of an action that cannot be undone; `children` describes its effects. */
export function Confirm({
  title,
  actionLabel,
  action,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  actionLabel: string;
  action: ActionState;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { messages } = usePage();
  const { common } = useLaterMessages();
  const foot = (
    <div className={css.footer}>
      <Button kind="line" onClick={closeDialog} data-autofocus="">
        {common.cancel()}
      </Button>
      <Button busy={action.kind === 'busy'} onClick={onConfirm}>
        {actionLabel}
      </Button>
    </div>
  );
  return (
    <Dialog title={title} closeLabel={messages.common.close()} look="list" onClose={onClose} foot={foot}>
      <div className={css.body}>
        {children}
        {action.kind === 'failed' ? <Message kind="error">{action.text}</Message> : null}
      </div>
    </Dialog>
  );
}
