// Notice that a heart's change failed, on any page. It has its own React root, which is created with the first notice.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { cell } from '@marquee/rules/cell.ts';
import { LIVE_REGION_DELAY_MS, Toast, ToastAction } from '@marquee/ui/Toast/Toast.tsx';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { Messages } from '../../messages/messages.ts';
import type { RefusedHeart } from '../../state/member/hearts.ts';
import { refusalText, titleIn } from './refusal-text.ts';

interface Notice {
  readonly text: string;
  readonly link: HTMLElement;
  readonly retry: () => void;
}

const notice = cell<Notice | undefined>(undefined);
let container: HTMLElement | undefined;

/** Removes the notice. */
export const hideHeartRefusal = (): void => notice.set(undefined);

/** Shows why the change failed; `retry` presses the heart again. */
export async function showHeartRefusal(
  { link, ...refusal }: RefusedHeart,
  { provider, originalMessages }: MemberArea,
  messages: Messages,
  retry: () => void,
): Promise<void> {
  const { calls, watchlist } = (await messages.later()).messages;
  const title = titleIn(link.ariaLabel ?? '', (name) => messages.watchlist.add({ title: name }));
  const text = refusalText(refusal, title, { texts: calls, provider, original: originalMessages }, watchlist);
  if (text === undefined) return;
  if (container === undefined) {
    container = document.createElement('div');
    createRoot(container).render(<HeartRefusal messages={messages} />);
  }
  // Everything outside an open modal dialog is inert and covered by it.
  const parent = link.closest('dialog') ?? document.body;
  if (container.parentNode !== parent) parent.append(container);
  await new Promise((resolve) => setTimeout(resolve, LIVE_REGION_DELAY_MS));
  notice.set({ text, link, retry });
}

function HeartRefusal({ messages }: { messages: Messages }) {
  const current = useSyncExternalStore(notice.subscribe, notice.get);
  return (
    <Toast
      message={current?.text}
      closeLabel={messages.common.close()}
      onClose={hideHeartRefusal}
      action={
        <ToastAction
          onClick={() => {
            hideHeartRefusal();
            // The button had the focus and is removed.
            current?.link.focus({ preventScroll: true });
            current?.retry();
          }}
        >
          {messages.common.tryAgain()}
        </ToastAction>
      }
    />
  );
}
