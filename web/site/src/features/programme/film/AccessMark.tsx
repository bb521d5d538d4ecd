import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { MORE_ICONS } from '@marquee/ui/Icon/more-icons.ts';
import { attributesOf, usePage } from '../../../state/page.ts';
import css from './AccessMark.module.css';

/** Icons by the last part of an access key; others are named in words. */
const ICONS: Readonly<Record<string, string>> = {
  OpenCaption: MORE_ICONS.captions,
  ClosedCaption: MORE_ICONS.captions,
  Subtitled: MORE_ICONS.captions,
  AudioDescription: MORE_ICONS.ear,
  Wheelchair: MORE_ICONS.wheelchair,
};

/** The icon of an access attribute, if there is one that everybody reads. */
export function accessIcon(key: string): string | undefined {
  return ICONS[key.split('.').at(-1) ?? ''];
}

/** An access attribute: its name, behind its icon if there is one. */
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
