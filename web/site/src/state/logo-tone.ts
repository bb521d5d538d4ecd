// A logo is designed for the header's background. Where the background is light and the header dark, or the reverse, the site's name is
// shown as text. The stylesheet does this by an attribute of the `html` element, so the browser needs no color arithmetic.

import type { ThemeColors, ThemeSurface } from '@marquee/api/schema.gen.ts';
import { isLight, rgb, tintShade } from '@marquee/rules/theme/color.ts';

/**
 * The places where the name is shown as text, as the value of `data-logo-words`, which CSS matches with `~=`. On a light page the
 * background of the member card is the primary color; `cardWhite` means that it is dark and the header light, so the logo is drawn in
 * white there.
 */
export function textLogoPlaces(colors: ThemeColors): string {
  const isLightSurface = ({ paletteColor, tintShade: amount }: ThemeSurface): boolean =>
    isLight(tintShade(rgb(colors.palette[paletteColor]), amount));
  const header = isLightSurface(colors.headerBackground);
  const page = isLightSurface(colors.background);
  const card = isLight(rgb(colors.swap === true ? colors.palette.accent : colors.palette.primary));
  return [
    page === header ? '' : 'menu',
    isLightSurface(colors.footerBackground) === header ? '' : 'footer',
    !page || card === header ? '' : header ? 'cardWhite' : 'card',
  ]
    .filter((place) => place !== '')
    .join(' ');
}
