import { MERIDIANS, PETALS } from './card-art.ts';
import css from './CardArt.module.css';

/** The picture on a member card, drawn of the site's own colours: arcs where it is square, petals where it is round. */
export function CardArt() {
  return (
    <svg className={css.art} viewBox="0 0 400 252" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
      <g className={css.arcs}>
        <path className={css.lines} d={MERIDIANS.lines} />
        <path className={css.mark} d={MERIDIANS.crescent} />
      </g>
      <g className={css.petals}>
        <path className={css.odd} d={PETALS.odd} />
        <path className={css.even} d={PETALS.even} />
        <circle className={css.mark} cx={PETALS.x} cy={PETALS.y} r={PETALS.core} />
      </g>
    </svg>
  );
}
