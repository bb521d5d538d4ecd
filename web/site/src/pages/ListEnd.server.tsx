import type { ListPage } from '@marquee/api/schema.gen.ts';
import { Band } from '../features/content/Band.tsx';
import { EventList } from '../features/events/EventList.tsx';
import { usePage } from '../state/page.ts';
import css from './List.module.css';
import { SectionHead } from './SectionHead.tsx';

/** The events and the call to action below the films of the home page. */
export function ListEnd({ page }: { page: ListPage }) {
  const { messages } = usePage();
  return (
    <>
      {page.events.length > 0 ? (
        <section className={css.section} aria-labelledby="events">
          <div className="wrap">
            <SectionHead id="events" title={messages.events.title()} more={messages.events.all()} href={page.eventsHref} />
            <EventList events={page.events} strip />
          </div>
        </section>
      ) : null}
      {page.band === undefined ? null : <Band id="band" {...page.band} />}
    </>
  );
}
