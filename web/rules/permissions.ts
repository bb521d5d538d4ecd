// What a page may do only under conditions (area roles).

/** How a page came to be on the screen. */
export interface Setting {
  /** Another window opened it. */
  readonly isOpened: boolean;
  /** It is in a frame. */
  readonly isFramed: boolean;
}

/** The captcha's key after somebody wants another one: only a page that stands by itself changes it (ROLE-15). */
export const captchaKey = (current: string, wanted: string, { isOpened, isFramed }: Setting): string => (isOpened || isFramed ? current : wanted);

/** Whether beta features show (ROLE-16). */
export const showsBeta = ({ betaFeaturesEnabled }: { readonly betaFeaturesEnabled?: unknown }): boolean => betaFeaturesEnabled === true;
