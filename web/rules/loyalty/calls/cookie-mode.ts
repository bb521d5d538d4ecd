// The headers of a request in cookie mode, which is that of the site's own pages (loyalty-gateway.md, section 1).

import { COOKIE_MODE, FRAME_HEADER, SESSION_MODE_HEADER } from '../../shared.gen.ts';

/** `isFramed`: whether the page is in a frame of another site, whose session is in cookies of its own (security 1.2). */
export const cookieModeHeaders = (isFramed: boolean): Record<string, string> => ({
  [SESSION_MODE_HEADER]: COOKIE_MODE,
  ...(isFramed ? { [FRAME_HEADER]: '1' } : {}),
});
