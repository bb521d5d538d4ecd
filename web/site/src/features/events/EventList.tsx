import type { EventCard as EventCardData } from '@marquee/api/schema.gen.ts';
import { EventCard } from './EventCard.tsx';
import css from './EventCard.module.css';

/** Events in a grid, or in a strip that scrolls sideways on narrow screens. */
export function EventList({ events, strip = false }: { events: readonly EventCardData[]; strip?: boolean }) {
  return (
    <ul className={strip ? css.strip : css.grid}>
      {events.map((event) => (
        <EventCard key={event.id} event={event} level={strip ? 3 : 2} />
      ))}
    </ul>
  );
}
