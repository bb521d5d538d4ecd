// Attributes of shows that operators choose from: the usual built-in ones, and the site's own.

import { field, list, text } from '@marquee/api/json.ts';
import { DUBBED, ORIGINAL_VERSION, SUBTITLES } from '@marquee/rules/shared.gen.ts';
import { valueAt } from '../pointer.ts';

export interface ShowAttribute {
  readonly key: string;
  /** `OV`; empty without one. */
  readonly tag: string;
  readonly name: string;
}

/** Built-in attributes that are offered, with their tags. Names are texts of the editor. */
export const OFFERED = {
  original: { key: ORIGINAL_VERSION, tag: 'OV' },
  subtitles: { key: SUBTITLES, tag: '' },
  captions: { key: 'Showtime.Accessibility.OpenCaption', tag: 'OC' },
  audioDescription: { key: 'Showtime.Accessibility.AudioDescription', tag: 'AD' },
  relaxed: { key: 'Showtime.Accessibility.Relaxed', tag: 'RLX' },
  threeD: { key: 'Format.Projection.3d', tag: '3D' },
  dubbed: { key: DUBBED, tag: 'DUB' },
  fourK: { key: 'Format.Projection.4K', tag: '4K' },
  atmos: { key: 'Auditorium.Experience.DolbyAtmos', tag: 'ATMOS' },
  questions: { key: 'Showtime.Event.QandAEvent', tag: 'Q&A' },
} as const;
export type OfferedName = keyof typeof OFFERED;

const OFFERED_NAMES: readonly OfferedName[] = [
  'original',
  'subtitles',
  'captions',
  'audioDescription',
  'relaxed',
  'threeD',
  'dubbed',
  'fourK',
  'atmos',
  'questions',
];

/** The attributes to choose from. The site's names go first. */
export function attributesOf(content: unknown, nameOf: (name: OfferedName) => string): readonly ShowAttribute[] {
  const own = list(valueAt(content, '/attributes')).flatMap((record) => {
    const [key, name] = [text(field(record, 'key')), text(field(record, 'label'))];
    return key === '' ? [] : [{ key, name: name || key, tag: text(field(record, 'short')) }];
  });
  const builtIn = OFFERED_NAMES.map((name) => ({
    key: OFFERED[name].key,
    name: nameOf(name),
    tag: OFFERED[name].tag,
  }));
  const offered = builtIn.map((attribute) => own.find(({ key }) => key === attribute.key) ?? attribute);
  return [...offered, ...own.filter(({ key }) => !builtIn.some((attribute) => attribute.key === key))];
}

/** Tags of the other built-in attributes. */
const OTHER_TAGS: Readonly<Record<string, string>> = {
  'Showtime.Accessibility.Dubbed': 'DUB',
  'Format.Projection.Imax': 'IMAX',
  'Format.Projection.70mm': '70MM',
  'Format.Projection.35mm': '35MM',
  'Format.Projection.Laser': 'LASER',
  'Auditorium.Experience.DolbyCinema': 'DOLBY',
  'Auditorium.Experience.4DX': '4DX',
  'Auditorium.Experience.ScreenX': 'SCRNX',
  'Showtime.Accessibility.Subtitled': 'SUB',
  'Showtime.Accessibility.ClosedCaption': 'CC',
  'Showtime.Accessibility.HardOfHearing': 'HOH',
  'Showtime.Accessibility.DementiaFriendly': 'DF',
  'Showtime.Accessibility.SignLanguage': 'SIGN',
  'Showtime.Restriction.BabyClub': 'BABY',
  'Showtime.Restriction.KidsFriendly': 'KIDS',
  'Showtime.Restriction.SilverScreen': '60+',
  'Showtime.Restriction.LoyaltyOnly': 'CLUB',
  'Showtime.Event.Preview': 'PREV',
  'Showtime.Event.Throwback': 'CLASSIC',
  'Showtime.Experience.LiveSatellite': 'LIVE',
  'Showtime.Experience.EncoreShow': 'ENCORE',
  'Showtime.Experience.LiveShow': 'STAGE',
};

/** The tags of attributes; those without one are left out. */
export const tagsOf = (attributes: readonly ShowAttribute[], keys: readonly string[]): readonly string[] =>
  keys
    .map((key) => attributes.find((attribute) => attribute.key === key)?.tag ?? OTHER_TAGS[key] ?? '')
    .filter((tag) => tag !== '');

/** The name of an attribute; the end of its key if it is not known: `Showtime.Event.Throwback` is `Throwback`. */
export const nameOfAttribute = (attributes: readonly ShowAttribute[], key: string): string =>
  attributes.find((attribute) => attribute.key === key)?.name ?? key.split('.').at(-1) ?? key;
