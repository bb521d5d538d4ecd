import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import type { EditedFilm } from '../../state/films/film.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './Film.module.css';

/** Fields in rows: their names, their values on the site, and what the feed says. */
export function FieldTable({
  label,
  film,
  source,
  children,
}: {
  readonly label: string;
  readonly film: EditedFilm;
  /** The name of the feed, if it can only be one. */
  readonly source?: string | undefined;
  readonly children: ReactNode;
}) {
  const { films: words } = useMessages();
  return (
    <section aria-label={label} className={cx(styles['table'], film.isAdded && styles['single'])}>
      <div className={styles['heads']} aria-hidden="true">
        <span>{words.field()}</span>
        <span>{words.onSite()}</span>
        {!film.isAdded && <span>{source === undefined ? words.feedSays() : words.namedSays({ name: source })}</span>}
      </div>
      {children}
    </section>
  );
}
