import type { TheaterCard } from '@marquee/api/schema.gen.ts';
import type { Messages } from '../../messages/messages.ts';

/** Why a theater is closed today, else the number of films that have not started yet. */
export function todayText(messages: Messages, { closed, over, filmsToday }: TheaterCard): string {
  if (closed !== '') return closed;
  return over === true ? messages.menu.overToday() : messages.menu.filmsToday({ count: filmsToday });
}
