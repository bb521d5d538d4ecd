import { Tag } from '../../parts/Surface.tsx';
import { HIDDEN_POINTER } from '../../state/content/film-order.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useMessages } from '../../state/messages.ts';
import { isSame, valueAt } from '../../state/pointer.ts';
import { countOverrides } from '../../state/program/film-fields.ts';
import { type ProgramFilm, filmPointer } from '../../state/program/films.ts';
import styles from './Films.module.css';

/** Whether visitors see the film like this. */
export function FilmState({ film, state }: { readonly film: ProgramFilm; readonly state: DraftState }) {
  const { filmList: words } = useMessages();
  const { content, server } = state;
  const pointer = filmPointer(film.id);
  const hidden = valueAt(content, HIDDEN_POINTER);
  const overrides = countOverrides(content, film.id);
  return (
    <span className={styles['states']}>
      {isSame(valueAt(content, pointer), valueAt(server.live, pointer)) ? (
        Array.isArray(hidden) && hidden.includes(film.id) ? (
          <Tag>{words.hidden()}</Tag>
        ) : film.poster === '' ? (
          <Tag mood="warn">{words.noPicture()}</Tag>
        ) : (
          <Tag mood="ok">{words.onSite()}</Tag>
        )
      ) : (
        <Tag mood="warn">{words.draft()}</Tag>
      )}
      {overrides > 0 && <Tag icon="pencil">{words.overrides({ count: overrides })}</Tag>}
    </span>
  );
}
