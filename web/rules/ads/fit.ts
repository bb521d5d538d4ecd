// Resizing of ad slots: only out of view (ux 4: no layout shift).

/** The height of a slot: as reserved by the server, none, or the height in px of a higher ad. */
export type Extent = 'kept' | 'closed' | number;

/** The state of a slot. */
export interface SlotState {
  /** Whether it has an ad. */
  readonly isFilled: boolean;
  /** Whether an ad was requested and the time to wait for it is over. */
  readonly isAnswered: boolean;
  /** Heights in px. */
  readonly adHeight: number;
  readonly keptHeight: number;
}

/** The height that a slot should have. */
export function wantedExtent({ isFilled, isAnswered, adHeight, keptHeight }: SlotState): Extent {
  if (!isFilled) return isAnswered ? 'closed' : 'kept';
  return adHeight > keptHeight ? adHeight : 'kept';
}

/** The position of a slot relative to the viewport. */
export interface Whereabouts {
  readonly isInView: boolean;
  readonly isAbove: boolean;
}

/** Whether a slot may be resized now: out of view; above the view only if the browser has scroll anchoring. */
export const mayResize = ({ isInView, isAbove }: Whereabouts, anchorsScroll: boolean): boolean => !isInView && (anchorsScroll || !isAbove);
