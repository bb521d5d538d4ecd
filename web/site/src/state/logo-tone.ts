// A logo is drawn for the header. Where the ground is light instead of dark, or the other way round, the name stands in
// words; the stylesheet does it by this attribute of the `html` element, so that the browser needs no colour arithmetic.

import type { ThemeColors, ThemeSurface } from '@marquee/api/schema.gen.ts';
import { isLight, rgb, tintShade } from '@marquee/rules/theme/color.ts';

/** Places where the name stands in words: the value of `data-logo-words`, read with `~=`. */
export function logoWords(colors: ThemeColors): string {
  const light = ({ paletteColor, tintShade: amount }: ThemeSurface): boolean => isLight(tintShade(rgb(colors.palette[paletteColor]), amount));
  const header = light(colors.headerBackground);
  return [light(colors.background) === header ? '' : 'menu', light(colors.footerBackground) === header ? '' : 'footer']
    .filter((place) => place !== '')
    .join(' ');
}
