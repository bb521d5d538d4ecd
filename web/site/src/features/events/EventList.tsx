import type { EventCard as EventCardData } from '@marquee/api/schema.gen.ts';
import { EventCard } from './EventCard.tsx';
import css from './EventCard.module.css';

/** Events: a row that swipes on narrow screens, or a grid of all of them. */
export function EventList({ events, strip = false }: { events: readonly EventCardData[]; strip?: boolean }) {
  return (
    <ul className={strip ? css.strip : css.grid}>
      {events.map((event) => (
        <EventCard key={event.id} event={event} level={strip ? 3 : 2} />
      ))}
    </ul>
  );
}
