// Copies texts to the clipboard, and says whether that worked.

import { useMessages } from './messages.ts';
import { showToast } from './toasts.ts';

/** Copies a text. Browsers have no clipboard at addresses without TLS, and a person can refuse it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns what copies a text; a notice says whether it is on the clipboard. */
export function useCopy(): (text: string) => void {
  const { common } = useMessages();
  return (text) => void copyText(text).then((isCopied) => showToast(isCopied ? common.copied() : common.notCopied()));
}
