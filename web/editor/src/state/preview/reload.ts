// Which changes of the draft need a new document of the preview. Those of the design are sent to the page as messages.

import { POINTERS } from '../design/theme.ts';
import { differencesOf, isWithin } from '../pointer.ts';

const STYLING = Object.values(POINTERS);

/** Whether two versions of the content differ in more than messages can tell the page. They cannot remove a brand color (PREV-08). */
export const needsReload = (before: unknown, after: unknown): boolean =>
  differencesOf(before, after).some(
    ({ pointer, to }) => (pointer === POINTERS.brand2 && to === undefined) || !STYLING.some((part) => isWithin(pointer, part)),
  );
