import type { EventCard } from '@marquee/api/schema.gen.ts';
import type { Messages } from '../../messages/messages.ts';

/** `Today · 9:30 PM`, or the day as formatted by the server. */
export function whenText(messages: Messages, event: EventCard): string {
  return event.today ? messages.events.todayAt({ time: event.when }) : event.when;
}
