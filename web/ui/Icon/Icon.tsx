import { Glyph, type GlyphLook } from './Glyph.tsx';
import { ICONS, type IconName } from './icons.ts';

/** A decorative icon; the text or label beside it says what it means. */
export function Icon({ name, ...look }: GlyphLook & { name: IconName }) {
  return <Glyph path={ICONS[name]} {...look} />;
}
