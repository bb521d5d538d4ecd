import type { EventsPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { EventList } from '../features/events/EventList.tsx';
import { usePage } from '../state/page.ts';
import list from './List.module.css';

/** All events, in the order of their dates. */
export function Events({ page }: { page: EventsPage }) {
  const { messages } = usePage();
  return (
    <div className={cx('wrap', list.page)}>
      <h1>{messages.events.title()}</h1>
      {page.events.length > 0 ? <EventList events={page.events} /> : <p className={list.lead}>{messages.empty.noEvents()}</p>}
    </div>
  );
}
