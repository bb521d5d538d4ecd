// What the operators who have the site open ask each other.

import { useMutation } from '@tanstack/react-query';
import type { NewOperatorRequest, OperatorRequest } from '@marquee/api/editor.gen.ts';
import { ApiError, call } from './api/client.ts';
import { useOpenSite } from './drafts.ts';
import { errorText } from './errors.ts';
import { useMessages } from './messages.ts';
import { showToast } from './toasts.ts';

/** Asks the people who are there. `asked` is said when they see it. */
export function useAsk(asked: string) {
  const messages = useMessages();
  const { site } = useOpenSite();
  return useMutation({
    mutationFn: (request: NewOperatorRequest) => call<undefined>('POST', `${site.key}/requests`, request),
    onSuccess: () => showToast(asked),
    onError(error) {
      const isGone = error instanceof ApiError && error.code === 'nobodyToAsk';
      showToast(isGone ? messages.requests.gone() : errorText(error, messages));
    },
  });
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
