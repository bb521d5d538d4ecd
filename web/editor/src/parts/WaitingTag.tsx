import { useFormats, useMessages } from '../state/messages.ts';
import { Tag, VisuallyHidden } from './Surface.tsx';

/** How many feeds wait for a person, in the navigation. */
export function WaitingTag({ count }: { readonly count: number }) {
  const { feeds } = useMessages();
  const { number } = useFormats();
  return (
    <span data-waiting="">
      <Tag mood="warn">
        <span aria-hidden="true">{number(count)}</span>
        <VisuallyHidden>{feeds.waiting({ count })}</VisuallyHidden>
      </Tag>
    </span>
  );
}
