import { usePage } from '../../../state/page.ts';

/** Stands for the films of a block after the last show of today. */
export function NoFilms() {
  const { messages } = usePage();
  return <p className="quiet">{messages.menu.overToday()}</p>;
}
