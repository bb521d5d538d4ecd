// What the operators who have the site open ask each other.

import { useMutation } from '@tanstack/react-query';
import type { NewOperatorRequest, OperatorRequest } from '@marquee/api/editor.gen.ts';
import { ApiError, call } from './api/client.ts';
import { useOpenSite } from './drafts.ts';
import { errorText } from './errors.ts';
import { type EditorMessages, useMessages } from './messages.ts';
import { showToast } from './toasts.ts';

/** Asks the people who are there. `asked`: notice shown once the server has stored the request. */
export function useAsk(asked: string) {
  const messages = useMessages();
  const { site } = useOpenSite();
  return useMutation({
    mutationFn: (request: NewOperatorRequest) => call<undefined>('POST', `${site.key}/requests`, request),
    onSuccess: () => showToast(asked),
    onError(error) {
      showToast(failureText(error, messages));
    },
  });
}

/** Why a request was refused. The same person can be asked for the same thing once a minute. */
function failureText(error: unknown, messages: EditorMessages): string {
  if (error instanceof ApiError && error.code === 'nobodyToAsk') return messages.requests.gone();
  if (error instanceof ApiError && error.status === 429) return messages.requests.askedRecently();
  return errorText(error, messages);
}

/** Closes a request of somebody else. */
export function useAnswer() {
  const messages = useMessages();
  const { site, draft } = useOpenSite();
  return useMutation({
    mutationFn: ({ kind, from }: OperatorRequest) =>
      call<undefined>('DELETE', `${site.key}/requests/${kind}/${encodeURIComponent(from)}`),
    onSuccess: (_, request) => draft.closeRequest(request),
    onError: (error) => showToast(errorText(error, messages)),
  });
}
