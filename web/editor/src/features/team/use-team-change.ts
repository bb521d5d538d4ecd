import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { type ToastAction, showToast } from '../../state/toasts.ts';

/** A change of the team; the list is read again after it. */
export function useTeamChange<Input>(
  change: (input: Input) => Promise<unknown>,
  done: (input: Input) => string,
  undo?: (input: Input) => void,
) {
  const messages = useMessages();
  const actionOf = (input: Input): ToastAction | undefined =>
    undo && { label: messages.common.undo(), onAction: () => undo(input) };
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (_, input) => showToast(done(input), actionOf(input)),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: () => client.invalidateQueries({ queryKey: ['team'] }),
  });
}
