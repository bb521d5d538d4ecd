/** Horizontal positions of the perforation holes. */
const HOLES = Array.from({ length: 12 }, (_, index) => 22 + index * 36);

/** Drawing of a film leader. */
export function LeaderArt() {
  return (
    <svg viewBox="0 0 460 340" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeOpacity=".5" strokeWidth="3">
        <path d="M10 50h440v240H10zM230 50v240M10 170h440" />
        <circle cx="230" cy="170" r="104" />
        <circle cx="230" cy="170" r="86" />
      </g>
      <path d="M230 170V66a104 104 0 0 1 104 104z" fill="var(--visiblePrimaryOnBackground)" opacity=".95" />
      <path
        d={HOLES.flatMap((x) => [
          `M${x + 3} 18h12a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z`,
          `M${x + 3} 302h12a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z`,
        ]).join('')}
        fill="currentColor"
        opacity=".5"
      />
    </svg>
  );
}

const FILM_PATH = 'M196 158C250 220 180 250 230 290C280 330 330 270 290 236C250 204 322 150 366 190C410 232 350 300 440 316';

/** Drawing of a reel whose film has come off. */
export function ReelArt() {
  return (
    <svg viewBox="0 0 460 340" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeOpacity=".55" strokeWidth="3">
        <circle cx="128" cy="110" r="84" />
        <circle cx="128" cy="110" r="16" />
        <circle cx="128" cy="62" r="18" />
        <circle cx="128" cy="158" r="18" />
        <circle cx="80" cy="110" r="18" />
        <circle cx="176" cy="110" r="18" />
      </g>
      <path d={FILM_PATH} fill="none" stroke="var(--visiblePrimaryOnBackground)" strokeWidth="26" />
      <path d={FILM_PATH} fill="none" stroke="var(--background)" strokeWidth="5" strokeDasharray="7 12" />
    </svg>
  );
}
