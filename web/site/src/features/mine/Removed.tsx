import { Toast, ToastAction } from '@marquee/ui/Toast/Toast.tsx';
import { useLater } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';

/** What was taken off a list just now. */
export interface Removal {
  readonly id: string;
  readonly name: string;
}

/** Says that something is off its list, and puts it back when that was not meant. */
export function Removed({ removal, onUndo, onDone }: { removal: Removal | undefined; onUndo: (id: string) => void; onDone: () => void }) {
  const { m } = usePage();
  const { mine } = useLater();
  return (
    <Toast
      message={removal === undefined ? undefined : mine.removed({ name: removal.name })}
      closeLabel={m.common.close()}
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
