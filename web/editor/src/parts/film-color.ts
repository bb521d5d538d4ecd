import { colorOf } from '../state/program/films.ts';
import styles from './FilmColor.module.css';

/** The class that sets `--film` to the color of a film. */
export const filmColor = (id: string): string | undefined => styles[`film${colorOf(id)}`];
