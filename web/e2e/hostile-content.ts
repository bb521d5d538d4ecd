// Records with texts that look like markup in every field that an operator can type.

import { field } from '@marquee/api/json.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

/** A part of the draft with its new value. */
export interface Part {
  readonly pointer: string;
  readonly to: unknown;
}

/** Where each text is expected: paths of pages with the texts that they show. */
export type Expected = Map<string, string[]>;

/** Hands out hostile texts, all of them in turn, and remembers where visitors see them. */
export class HostileTexts {
  readonly expected: Expected = new Map();
  readonly used = new Set<string>();
  #count = 0;

  /** The next text, which these pages show. */
  readonly next = (...paths: readonly string[]): string => {
    const text = HOSTILE_TEXTS[this.#count % HOSTILE_TEXTS.length] ?? '';
    this.#count += 1;
    return this.#use(text, paths);
  };

  /** The next text of at most as many characters. */
  readonly short = (length: number, ...paths: readonly string[]): string => {
    for (const _ of HOSTILE_TEXTS) {
      const text = HOSTILE_TEXTS[this.#count % HOSTILE_TEXTS.length] ?? '';
      this.#count += 1;
      if (text.length <= length) return this.#use(text, paths);
    }
    throw new Error(`no text has at most ${length} characters`);
  };

  #use(text: string, paths: readonly string[]): string {
    this.used.add(text);
    for (const path of paths) this.expected.set(path, [...(this.expected.get(path) ?? []), text]);
    return text;
  }
}

/** Where the content page is, and what its blocks refer to. */
interface Place {
  readonly page: string;
  readonly theaterId: string;
  readonly picture: unknown;
  readonly video: string;
  /** How many of the paragraphs. */
  readonly paragraphs: number;
}

export const PAGE = '/hostile/';
const SAVED = 'hostile';
/** The other language of the site. */
const OTHER = '/fr';

const some = <T>(number: number, make: () => T): T[] => Array.from({ length: number }, make);

/** A text with all kinds of formatting. */
const formatted = (text: () => string): readonly unknown[] => [
  text(),
  { type: 'heading', content: [text()] },
  { type: 'quote', content: [{ text: text(), bold: true }, ' ', { text: text(), italic: true }] },
  { type: 'bulletList', items: [[text()], [{ text: text(), href: '/events/' }]] },
  { type: 'numberedList', items: [[{ text: text(), bold: true, italic: true }]] },
  { type: 'paragraph', content: [text(), { text: text(), href: 'https://example.com/' }] },
];

/** Blocks of every type. */
function blocksOf(texts: HostileTexts, { page, theaterId, picture, video, paragraphs }: Place): readonly unknown[] {
  const text = (): string => texts.next(page);
  return [
    { type: 'hero', title: text(), text: text() },
    { type: 'text', title: text(), paragraphs: some(paragraphs, text) },
    { type: 'text', title: text(), paragraphs: formatted(text) },
    { type: 'saved', id: SAVED },
    { type: 'list', title: text(), items: some(20, text).join('|') },
    { type: 'accordion', items: some(30, () => ({ title: text(), text: text() })) },
    { type: 'callToAction', title: text(), text: text(), label: text(), href: '/events/' },
    { type: 'image', picture, alt: texts.next() },
    { type: 'gallery', title: text(), pictures: [{ picture, alt: texts.next() }] },
    { type: 'filmRail', title: text(), movieIds: [] },
    { type: 'showtimes', title: text() },
    { type: 'mapLink', title: text(), theaterId },
    { type: 'video', title: text(), video },
    { type: 'video', title: text(), video: 'https://youtu.be/abcdefghijk' },
    { type: 'embed', title: text(), url: 'https://tables.example/aster', height: 480 },
    { type: 'memberships', title: text(), text: text() },
    { type: 'rewards', title: text(), text: text() },
    { type: 'contact', title: text(), text: text(), address: text() },
  ];
}

/** The draft with a hostile text in every field. `video` is a video of the library. */
export function hostileDraft(
  texts: HostileTexts,
  draft: unknown,
  { filmId, filmPath, video }: { readonly filmId: string; readonly filmPath: string; readonly video: string },
): readonly Part[] {
  const content = field(draft, 'content');
  const [theaterId = ''] = Object.keys(Object(field(content, 'theaters')));
  const theater = field(field(content, 'theaters'), theaterId);
  const theaterPath = `/theaters/${String(field(theater, 'slug'))}/`;
  const picture = field(theater, 'picture');
  const everyPage = [PAGE, '/events/', theaterPath];
  const text = texts.next;

  const place = { theaterId, picture, video };
  const page = { path: PAGE, title: text(), description: text(), kind: 'content' };
  const blocks = blocksOf(texts, { ...place, page: PAGE, paragraphs: 110 });
  const otherPage = OTHER + PAGE;
  const other = {
    title: text(),
    description: text(),
    blocks: blocksOf(texts, { ...place, page: otherPage, paragraphs: 4 }),
  };
  const saved = (path: string) => ({ type: 'text', title: text(path), paragraphs: formatted(() => text(path)) });
  const events = some(8, () => text('/events/')).map((title, index): Part => {
    const id = `${9901 + index}`;
    const own = `/events/${id}-hostile/`;
    return {
      pointer: `/events/${id}`,
      to: {
        id,
        title,
        slug: 'hostile',
        type: text(),
        dates: [{ date: '2026-12-01' }],
        summary: text(index < 2 ? own : '/events/'),
        description: text(...(index < 2 ? [own] : [])),
        picture,
        pictureAlt: text(),
        localizations: {
          fr: {
            title: text(...(index === 0 ? [OTHER + own] : [])),
            summary: text(...(index === 0 ? [OTHER + own] : [])),
            description: text(...(index === 0 ? [OTHER + own] : [])),
          },
        },
      },
    };
  });
  const link = (label: string, ...paths: readonly string[]) => ({
    label,
    href: '/events/',
    localizations: { fr: text(...paths) },
  });
  return [
    { pointer: '/pages/~1hostile~1', to: { ...page, blocks, localizations: { fr: other } } },
    {
      pointer: '/site/config/options/savedBlocks',
      to: { [SAVED]: { name: texts.short(80), block: saved(PAGE), localizations: { fr: saved(otherPage) } } },
    },
    ...events,
    { pointer: '/menus/header', to: some(6, () => link(text(...everyPage), otherPage)) },
    {
      pointer: '/menus/footer',
      to: some(2, () => ({
        title: text(PAGE),
        items: some(8, () => link(text(PAGE), otherPage)),
        localizations: { fr: text(otherPage) },
      })),
    },
    { pointer: '/menus/legal', to: some(4, () => link(text(PAGE), otherPage)) },
    { pointer: `/theaters/${theaterId}/name`, to: text('/theaters/', theaterPath) },
    { pointer: `/theaters/${theaterId}/description`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/hours`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/phone`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/address/street`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/address/city`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/closures`, to: [{ from: '2026-12-24', reason: text() }] },
    {
      pointer: `/theaters/${theaterId}/localizations`,
      to: { fr: { description: text(OTHER + theaterPath), hours: text(OTHER + theaterPath) } },
    },
    {
      pointer: `/films/${filmId}`,
      to: {
        fields: {
          title: text(filmPath),
          originalTitle: text(filmPath),
          certificate: text(filmPath),
          advisory: text(),
          directors: [text(filmPath)],
          cast: [text(filmPath), text(filmPath)],
          countries: [text()],
          distributor: text(),
          tagline: text(filmPath),
          synopsis: text(filmPath),
          localizations: {
            fr: { title: text(OTHER + filmPath), tagline: text(OTHER + filmPath), synopsis: text(OTHER + filmPath) },
          },
        },
      },
    },
    { pointer: '/site/settings/name', to: text() },
    { pointer: '/site/settings/circuit/name', to: text() },
    { pointer: '/site/settings/relatedEntity/name', to: text() },
    { pointer: '/site/settings/loyalty/guestHeaderAccessLabel', to: text(PAGE) },
    { pointer: '/site/settings/loyalty/guestSignupTabButton', to: text() },
    { pointer: '/site/settings/loyalty/guestSignupTabText', to: text() },
    { pointer: '/site/settings/loyalty/loggedInHeaderAccessLabel', to: text() },
  ];
}

/** Calls the editor's API. */
export type Request = (method: string, path: string, data?: unknown) => Promise<unknown>;

/**
 * Stores what does not wait for a publication: an alert, a role, a feed, a webhook, a level, a reward, and a member with a note and
 * points. Returns the texts that screens of the editor show.
 */
export async function storeHostileRecords(
  texts: HostileTexts,
  theater: string,
  request: Request,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { short } = texts;
  const theaterPath = `/theaters/${theater.replace('aster-', '')}/`;
  const message = short(160, theaterPath);
  await request('PUT', `alerts/${theater}`, { message, ends: '2026-11-30T10:00' });
  const role = short(40);
  await request('POST', 'roles', { name: role, permissions: ['read', 'editSite'] });
  const feed = short(60);
  await request('POST', 'feeds', {
    name: feed,
    address: 'https://feeds.example/week.csv',
    theaters: [{ feed: theater, theater }],
    intervalMinutes: 60,
    holdPercent: 40,
    conflicts: 'feedWins',
    isOn: false,
    titleRules: [{ find: short(60), place: 'end', replacement: short(60) }],
  });
  await request('POST', 'webhooks', { address: `https://program.example/?${short(60)}`, isOn: false });
  const level = short(60);
  await request('POST', 'records/levels', { id: 77, name: level, pointsPerUnit: 1 });
  const reward = short(60);
  await request('POST', 'records/rewards', { itemCode: 'HOSTILE', name: reward, description: short(160), pointsCost: 1 });
  const [firstName, lastName, note, reason] = [short(40), short(40), texts.next(), short(60)];
  const created = await request('POST', 'records/members', {
    firstName,
    lastName,
    city: short(40),
    email: 'hostile@mail.example',
  });
  const member = String(field(created, 'id'));
  await request('POST', `members/${member}/notes`, { text: note });
  await request('POST', `members/${member}/points`, { amount: 5, reason, requestId: 'hostile' });
  return new Map([
    [`theaters/${theater}/`, [message]],
    ['feeds/', [feed]],
    ['team/', [role]],
    ['rewards/', [reward, level]],
    [`members/${member}/`, [lastName, note, reason]],
  ]);
}
