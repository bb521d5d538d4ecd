// Resizing of ad slots: only out of view (ux 4: no layout shift).

/** The height of a slot: as reserved by the server, none, or the height in px of a higher ad. */
export type SlotHeight = 'reserved' | 'closed' | number;

/** The state of a slot. */
export interface SlotState {
  /** Whether it has an ad. */
  readonly isFilled: boolean;
  /** Whether an ad was requested and the time to wait for it is over. */
  readonly isSettled: boolean;
  /** Heights in px. */
  readonly adHeight: number;
  readonly reservedHeight: number;
}

/** The height that a slot should have. */
export function targetHeight({ isFilled, isSettled, adHeight, reservedHeight }: SlotState): SlotHeight {
  if (!isFilled) return isSettled ? 'closed' : 'reserved';
  return adHeight > reservedHeight ? adHeight : 'reserved';
}

/** The position of a slot relative to the viewport. */
export interface ViewPosition {
  readonly isInView: boolean;
  readonly isAbove: boolean;
}

/** Whether a slot may be resized now: out of view; above the view only if the browser has scroll anchoring. */
export const mayResize = ({ isInView, isAbove }: ViewPosition, anchorsScroll: boolean): boolean =>
  !isInView && (anchorsScroll || !isAbove);
