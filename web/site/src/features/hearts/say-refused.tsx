// Says on any page that a heart was refused. The page knows nothing of it: what is said has a place and a root of its own, which
// are made when there is something to say for the first time.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { cell } from '@marquee/rules/cell.ts';
import { Toast, ToastAction } from '@marquee/ui/Toast/Toast.tsx';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { laterMessages } from '../../messages/later.ts';
import { type Messages, localeOf } from '../../messages/messages.ts';
import type { Refused } from '../../state/member/hearts.ts';
import { refusalText, titleIn } from './refusal-text.ts';

/** How long its place is there before it speaks, in ms: of one that comes with its words, screen readers miss them. */
const SETTLES_MS = 100;

interface Said {
  readonly text: string;
  readonly link: HTMLElement;
  readonly again: () => void;
}

const said = cell<Said | undefined>(undefined);
let place: HTMLElement | undefined;

/** Takes it back. */
export const unsay = (): void => said.set(undefined);

/** Says that a heart was refused, and why; `again` presses it once more. */
export async function sayRefused({ link, ...refusal }: Refused, { provider, originalMessages }: MemberArea, m: Messages, again: () => void): Promise<void> {
  const locale = localeOf(document.documentElement.lang.slice(0, 2));
  const { watchlist } = await laterMessages(locale);
  const title = titleIn(link.ariaLabel ?? '', (name) => m.watchlist.add({ title: name }));
  const text = refusalText(refusal, title, { locale, provider, original: originalMessages }, watchlist);
  if (text === undefined) return;
  if (place === undefined) {
    place = document.createElement('div');
    createRoot(place).render(<RefusedHeart m={m} />);
  }
  // All but an open dialog is inert, and behind it.
  const around = link.closest('dialog') ?? document.body;
  if (place.parentNode !== around) around.append(place);
  await new Promise((done) => setTimeout(done, SETTLES_MS));
  said.set({ text, link, again });
}

function RefusedHeart({ m }: { m: Messages }) {
  const now = useSyncExternalStore(said.subscribe, said.get);
  return (
    <Toast
      message={now?.text}
      closeLabel={m.common.close()}
      onClose={unsay}
      action={
        <ToastAction
          onClick={() => {
            unsay();
            // The button is gone, and the focus with it.
            now?.link.focus({ preventScroll: true });
            now?.again();
          }}
        >
          {m.common.tryAgain()}
        </ToastAction>
      }
    />
  );
}
