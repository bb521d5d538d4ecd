import type { FilmLabel } from '@marquee/api/editor.gen.ts';
import { Icon } from '../../parts/Icon.tsx';
import styles from './Overview.module.css';

/** A small poster beside the title of its film. */
export const Poster = ({ film }: { readonly film: FilmLabel }) => (
  <span className={styles['poster']}>
    {film.poster === undefined ? <Icon name="ticket" small /> : <img src={film.poster} alt="" loading="lazy" />}
  </span>
);
