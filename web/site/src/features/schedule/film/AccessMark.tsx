import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { MORE_ICONS } from '@marquee/ui/Icon/more-icons.ts';
import { attributesOf, usePage } from '../../../state/page.ts';
import css from './AccessMark.module.css';

/** Icons by the last part of an attribute key. Other attributes have a text. */
const ICONS: Readonly<Record<string, string>> = {
  OpenCaption: MORE_ICONS.captions,
  ClosedCaption: MORE_ICONS.captions,
  Subtitled: MORE_ICONS.captions,
  AudioDescription: MORE_ICONS.ear,
  Wheelchair: MORE_ICONS.wheelchair,
};

/** The icon of an accessibility attribute, if there is a widely understood one. */
export function accessIcon(key: string): string | undefined {
  return ICONS[key.split('.').at(-1) ?? ''];
}

/** An accessibility attribute: its icon, if any, and its name. */
export function AccessMark({ access }: { access: string }) {
  const page = usePage();
  const icon = accessIcon(access);
  return (
    <span className={css.tag} aria-hidden="true">
      {icon === undefined ? null : <Glyph path={icon} />}
      {attributesOf(page, [access])[0]?.label}
    </span>
  );
}
