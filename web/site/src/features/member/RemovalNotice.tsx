import { Toast, ToastAction } from '@marquee/ui/Toast/Toast.tsx';
import { useLaterMessages } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';

/** An item that was just removed from a list. */
export interface Removal {
  readonly id: string;
  readonly name: string;
}

/** Notice that an item was removed, with a button to undo it. */
export function RemovalNotice({
  removal,
  onUndo,
  onDone,
}: {
  removal: Removal | undefined;
  onUndo: (id: string) => void;
  onDone: () => void;
}) {
  const { messages } = usePage();
  const { mine } = useLaterMessages();
  return (
    <Toast
      message={removal === undefined ? undefined : mine.removed({ name: removal.name })}
      closeLabel={messages.common.close()}
      onClose={onDone}
      action={
        <ToastAction
          onClick={() => {
            if (removal !== undefined) onUndo(removal.id);
            onDone();
          }}
        >
          {mine.undo()}
        </ToastAction>
      }
    />
  );
}
