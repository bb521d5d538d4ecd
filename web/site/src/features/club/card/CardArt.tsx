import { MERIDIANS, PETALS } from './card-art.ts';
import css from './CardArt.module.css';

/** The picture on a member card, in the site's colors: arcs on sites with square corners, petals on sites with round ones. */
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
