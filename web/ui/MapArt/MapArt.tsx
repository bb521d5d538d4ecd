/** A decorative drawing of streets with a marker, in place of a map. */
export function MapArt({ className }: { className?: string | undefined }) {
  return (
    <div className={className} aria-hidden="true">
      <svg viewBox="0 0 520 236" preserveAspectRatio="xMidYMid slice" width="100%" height="100%">
        <g fill="none" stroke="currentColor" strokeOpacity=".2">
          <path strokeWidth="16" d="M-20 190L210 60 560 96M90-20L190 260M330-20L300 260M440-20L470 260M-20 70L120 100 560 200" />
          <path strokeWidth="6" d="M-20 130L540 30M240-20L250 260M-20 230L540 150M140-20L40 260" />
        </g>
        <path d="M-20 212C120 170 180 236 300 214S470 190 560 226V280H-20Z" fill="currentColor" fillOpacity=".12" />
        <g transform="translate(296 96)" fill="var(--visibleAccentOnBackground)">
          <circle r="30" fillOpacity=".28" />
          <circle r="12" />
          <circle r="4.5" fill="var(--background)" />
        </g>
      </svg>
    </div>
  );
}
