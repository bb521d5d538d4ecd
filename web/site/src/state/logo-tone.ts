// A logo is drawn for the header. Where the ground is light instead of dark, or the other way round, the name stands in
// words; the stylesheet does it by this attribute of the `html` element, so that the browser needs no colour arithmetic.

import type { ThemeColors, ThemeSurface } from '@marquee/api/schema.gen.ts';
import { isLight, rgb, tintShade } from '@marquee/rules/theme/color.ts';

/**
 * Places where the name is shown as text: the value of `data-logo-words`, read with `~=`. A light page's member card has the primary
 * color as its background; `cardWhite` means that it is dark and the header light, so that the logo is drawn in white there.
 */
export function logoWords(colors: ThemeColors): string {
  const light = ({ paletteColor, tintShade: amount }: ThemeSurface): boolean => isLight(tintShade(rgb(colors.palette[paletteColor]), amount));
  const header = light(colors.headerBackground);
  const page = light(colors.background);
  const card = isLight(rgb(colors.swap === true ? colors.palette.accent : colors.palette.primary));
  return [
    page === header ? '' : 'menu',
    light(colors.footerBackground) === header ? '' : 'footer',
    !page || card === header ? '' : header ? 'cardWhite' : 'card',
  ]
    .filter((place) => place !== '')
    .join(' ');
}
