/** Drawing of a screen with a crossed-out signal symbol. */
export function OfflineArt() {
  return (
    <svg viewBox="0 0 460 340" aria-hidden="true">
      <g fill="none" stroke="currentColor">
        <path strokeOpacity=".5" strokeWidth="3" d="M50 34H410V252H50Z" />
        <path strokeOpacity=".5" strokeWidth="3" d="M30 34H430M80 252V306M380 252V306" />
        <path strokeOpacity=".32" strokeWidth="13" d="M187 165a61 61 0 0 1 86 0M156 134a105 105 0 0 1 148 0" />
      </g>
      <circle cx="230" cy="205" r="13" fill="var(--visiblePrimaryOnBackground)" />
      <path d="M150 212L310 82" stroke="var(--background)" strokeWidth="26" />
      <path d="M150 212L310 82" stroke="var(--visiblePrimaryOnBackground)" strokeWidth="9" />
    </svg>
  );
}
