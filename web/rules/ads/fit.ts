// When the room of a slot changes: only while nobody sees it (ux 4: nothing shifts).

/** How much room a slot has: what the server kept, none, or so many px for an ad that is higher. */
export type Extent = 'kept' | 'closed' | number;

/** What is known of a slot. */
export interface SlotState {
  /** Whether there is an ad in it. */
  readonly isFilled: boolean;
  /** Whether it was asked for, and time enough went by. */
  readonly isAnswered: boolean;
  /** Heights in px. */
  readonly adHeight: number;
  readonly keptHeight: number;
}

/** The room that a slot should have. */
export function wantedExtent({ isFilled, isAnswered, adHeight, keptHeight }: SlotState): Extent {
  if (!isFilled) return isAnswered ? 'closed' : 'kept';
  return adHeight > keptHeight ? adHeight : 'kept';
}

/** Where a slot is. */
export interface Whereabouts {
  readonly isInView: boolean;
  readonly isAbove: boolean;
}

/** Whether its room may change now: out of view, and above only where the browser keeps the place on the page. */
export const mayResize = ({ isInView, isAbove }: Whereabouts, anchorsScroll: boolean): boolean => !isInView && (anchorsScroll || !isAbove);
