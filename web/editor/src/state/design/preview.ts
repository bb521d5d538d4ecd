// The messages that restyle the framed site (PREV-05 to PREV-10).

import { isSame } from '../pointer.ts';
import { nearestWeight } from './families.ts';
import { SURFACES, fontsOf, isSwapped, layoutOf, roundnessOf, surfaceOf, themeColorsOf } from './theme.ts';

/** A styling message. */
export interface StylingMessage {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The messages that give the framed site the design of the draft, by what they change. */
export function stylingMessages(content: unknown): ReadonlyMap<string, StylingMessage> {
  const { palette, brand2 } = themeColorsOf(content);
  const layout = layoutOf(content);
  const fonts = fontsOf(content);
  // A weight between those of a message is published as the nearest one, too.
  const cut = (family: string, weight: number, isItalic: boolean): string =>
    `${nearestWeight(family, weight, isItalic)}${isItalic ? 'i' : ''}`;
  const entries: [string, string, unknown][] = [
    [
      'colorScheme',
      'colorScheme',
      {
        palette,
        ...(brand2 === undefined ? {} : { brand2 }),
        settings: Object.fromEntries(SURFACES.map((name) => [name, surfaceOf(content, name)])),
        combination: { swap: isSwapped(content) },
        roundness: { buttons: roundnessOf(content, 'buttons'), content: roundnessOf(content, 'content') },
      },
    ],
    [
      'heading',
      'font',
      { fontTarget: 'heading', font: fonts.heading, weights: [cut(fonts.heading, fonts.weightHeading, fonts.italicHeading)] },
    ],
    [
      'body',
      'font',
      {
        fontTarget: 'body',
        font: fonts.body,
        weights: [cut(fonts.body, fonts.weightBody, fonts.italicBody), cut(fonts.body, fonts.weightBold, fonts.italicBody)],
      },
    ],
    ...Object.entries(layout).map(([name, value]): [string, string, unknown] => [name, name, value]),
  ];
  return new Map(entries.map(([id, type, value]) => [id, { type, payload: { [type]: value } }]));
}

/** The messages that differ from those that were sent. */
export function changedMessages(
  sent: ReadonlyMap<string, StylingMessage>,
  next: ReadonlyMap<string, StylingMessage>,
): StylingMessage[] {
  return [...next].flatMap(([id, message]) => (isSame(sent.get(id), message) ? [] : [message]));
}
