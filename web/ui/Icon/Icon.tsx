import { Glyph, type GlyphLook } from './Glyph.tsx';
import { ICONS, type IconName } from './icons.ts';

/** A decorative icon; what it means is said by the words or the label beside it. */
export function Icon({ name, ...look }: GlyphLook & { name: IconName }) {
  return <Glyph path={ICONS[name]} {...look} />;
}
