import { Tag, VisuallyHidden } from '../../parts/Surface.tsx';
import { useFormats, useMessages } from '../../state/messages.ts';
import type { PageState } from './page-state.ts';

/** Whether visitors see the page as it is. */
export function StateTag({ state: { isNew, changes, scheduledAt } }: { readonly state: PageState }) {
  const { pages: words, nav } = useMessages();
  const { moment } = useFormats();
  if (scheduledAt !== undefined)
    return (
      <Tag icon="clock">
        <span>
          <VisuallyHidden>{words.scheduledFor()}</VisuallyHidden> {moment(scheduledAt)}
        </span>
      </Tag>
    );
  if (isNew) return <Tag mood="warn">{words.draft()}</Tag>;
  return changes > 0 ? <Tag mood="warn">{nav.changes({ count: changes })}</Tag> : <Tag mood="ok">{words.live()}</Tag>;
}
