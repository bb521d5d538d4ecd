// Changes of the draft in words: where, what, from and to.

import { isRecord } from '@marquee/api/json.ts';
import { LOGO } from './design/logo.ts';
import { PALETTE } from './design/theme.ts';
import type { EditorMessages } from './messages.ts';
import { isWithin, namesOf, valueAt } from './pointer.ts';
import { titleOf } from './settings/schema.ts';
import { sectionOf } from './settings/sections.ts';

export interface ChangeWords {
  /** The section: Design, Settings, a page. */
  readonly place: string;
  /** The part. */
  readonly part: string;
}

/** Names of parts that have words of their own, by pointer. */
function designPart(pointer: string, { design }: EditorMessages): string | undefined {
  const names = namesOf(pointer);
  const last = names.at(-1) ?? '';
  const color = PALETTE.find((name) => name === names[5]);
  if (pointer.includes('/colors/palette/') && color !== undefined) return design.palette[color]();
  if (pointer.includes('/colors/settings/') && color !== undefined) return design.shadeOf({ color: design.palette[color]() });
  if (pointer.includes('/colors/combination')) return design.swap();
  if (pointer.includes('/roundness'))
    return last === 'buttons' ? design.buttons() : last === 'content' ? design.content() : design.corners();
  if (pointer.includes('/fonts'))
    return last === 'body' ? design.bodyFont() : last === 'heading' ? design.headingFont() : design.fonts();
  if (pointer.includes('/fontWeights')) return design.weights();
  if (pointer.includes('/fontStyles')) return design.styles();
  const layout = {
    headerLayout: design.header,
    footerLayout: design.footer,
    logoSize: design.logoSize,
    hasSearch: design.hasSearch,
    footerMobileLinks: design.footerMobileLinks,
  };
  return Object.entries(layout).find(([name]) => name === last)?.[1]();
}

/** Where a change is. `content` has names of theaters, events and pages. */
export function changeWords(pointer: string, content: unknown, messages: EditorMessages): ChangeWords {
  const [kind = '', id = '', ...rest] = namesOf(pointer);
  const { nav, changes } = messages;
  if (kind === 'site') {
    const section = sectionOf(pointer);
    if (isWithin(pointer, LOGO)) return { place: nav.design(), part: messages.media.logo() };
    const words = rest.filter((name) => name !== 'options').map(titleOf);
    const part = words.length === 0 ? titleOf(id) : words.slice(-2).join(', ');
    if (section === 'design') return { place: nav.design(), part: designPart(pointer, messages) ?? part };
    return { place: `${nav.settings()}, ${messages.settings.sections[section]()}`, part };
  }
  const record = valueAt(content, `/${kind}/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const place = {
    theaters: changes.theaters,
    events: changes.events,
    pages: changes.pages,
    menus: changes.menus,
    attributes: changes.attributes,
  };
  const named = Object.entries(place).find(([name]) => name === kind)?.[1]() ?? titleOf(kind);
  const name = isRecord(record) ? [record['name'], record['title']].find((text) => typeof text === 'string') : undefined;
  const own = typeof name === 'string' ? name : id;
  const part = rest.length === 0 ? own : rest.map(titleOf).join(', ');
  return { place: own === '' || rest.length === 0 ? named : `${named}, ${own}`, part: part === '' ? named : part };
}

/** Whether a value is a color. */
export const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** A value in words. */
export function valueWords(value: unknown, { changes }: EditorMessages): string {
  if (value === undefined || value === null || value === '') return changes.none();
  if (typeof value === 'boolean') return value ? changes.on() : changes.off();
  if (isColor(value)) return value.toUpperCase();
  if (typeof value === 'string') return /^[A-Z_]+$/.test(value) ? titleOf(value.toLowerCase()) : `“${value}”`;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string' && item.length < 24) && value.length > 0 && value.length < 5
      ? value.join(', ')
      : changes.items({ count: value.length });
  return changes.fields({ count: Object.keys(value).length });
}
