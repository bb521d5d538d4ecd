// What visitors would see wrong after a publication, each with the place where it is fixed.

import { ButtonLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { useNow } from '../../state/clock.ts';
import { useIsOnline } from '../../state/connection.ts';
import { wordsOf } from '../../state/content/blocks.ts';
import { type Lacking, contentChecks } from '../../state/content/checks.ts';
import { type DeadLink, menuRowPath, placePath } from '../../state/content/dead-links.ts';
import { languagesOf } from '../../state/content/languages.ts';
import { untranslatedTexts } from '../../state/content/translations.ts';
import { contrastsOf, isLow } from '../../state/design/contrast.ts';
import { hasTheme, themeColorsOf } from '../../state/design/theme.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useFilmList } from '../../state/films/queries.ts';
import { screenPath, showPath } from '../../state/location.ts';
import { type EditorMessages, useFormats, useMessages } from '../../state/messages.ts';
import { blockName, menuName } from '../../state/part-names.ts';
import { partPath } from '../../state/part-path.ts';
import { pointerOf } from '../../state/pointer.ts';
import { useFoundWords } from '../../state/program/found-words.ts';
import { useProgramChecks } from '../../state/program/overlaps.ts';
import styles from './Publish.module.css';

/** Number of names of what one check found. */
const MAX_NAMES = 3;

/** Number of dead links that are named one by one. */
const MAX_LINKS = 4;

/** The place of a dead link: a menu, or a block of a page. */
function linkPlaceText({ place }: DeadLink, content: unknown, messages: EditorMessages): string {
  const { changes } = messages;
  if (place.kind === 'menu') return `${changes.menus()}, ${menuName(place.menu, messages)}`;
  const { page, block, language, isMainLanguage } = place;
  const words = (wordsOf(block)[0] ?? '').slice(0, 40);
  const name = blockName(block, content, messages);
  const part = words === '' ? name : `${name} ${changes.quoted({ value: words })}`;
  const own = isMainLanguage ? part : changes.inLanguage({ part, language: language.toUpperCase() });
  return `${page.title === '' ? page.path : page.title}, ${own}`;
}

/** What a check found. `pending`: what it needs is not loaded, or could not be. */
type Result = 'ok' | 'warn' | 'pending';

interface CheckRow {
  readonly id: string;
  readonly result: Result;
  readonly title: string;
  readonly text: string;
  /** Where it is fixed; absent if there is nothing to fix. */
  readonly href?: string;
}

const ICONS = { ok: 'check', warn: 'warning', pending: 'clock' } as const satisfies Record<Result, IconName>;

/** A row for each dead link with its place, up to a number; the last row has the others. */
function useLinkRows(content: unknown, links: readonly DeadLink[]): readonly CheckRow[] {
  const messages = useMessages();
  const { publish } = messages;
  const { site } = useOpenSite();
  if (links.length === 0) return [{ id: 'links', result: 'ok', title: publish.links(), text: publish.linksOk() }];
  const shown = links.slice(0, MAX_LINKS);
  const [next, ...others] = links.slice(MAX_LINKS);
  const rows = shown.map((link, index): CheckRow => ({
    id: `link ${index}`,
    result: 'warn',
    title: publish.deadLink({ label: link.label }),
    text: linkPlaceText(link, content, messages),
    href: placePath(site.key, link.place),
  }));
  if (next === undefined) return rows;
  const more: CheckRow = {
    id: 'links',
    result: 'warn',
    title: publish.moreDeadLinks({ count: others.length + 1 }),
    text: linkPlaceText(next, content, messages),
    href: placePath(site.key, next.place),
  };
  return [...rows, more];
}

/** Colors, values, links and blocks: what the draft alone says. */
function useDraftRows({ content, server }: DraftState): readonly CheckRow[] {
  const messages = useMessages();
  const { publish, overview } = messages;
  const { list } = useFormats();
  const { site } = useOpenSite();
  const contrasts = hasTheme(content) ? contrastsOf(themeColorsOf(content)) : [];
  const low = contrasts.filter(isLow);
  const { problems } = server;
  const { deadLinks, noAlt, missingBlocks } = contentChecks(content);
  const linkRows = useLinkRows(content, deadLinks);
  const contrast: CheckRow =
    low.length === 0
      ? { id: 'contrast', result: 'ok', title: publish.contrast(), text: publish.contrastOk({ count: contrasts.length }) }
      : {
          id: 'contrast',
          result: 'warn',
          title: publish.lowContrast({ count: low.length }),
          text: publish.lowContrastText(),
          href: screenPath(site.key, 'design'),
        };
  const values: CheckRow =
    problems[0] === undefined
      ? { id: 'values', result: 'ok', title: publish.values(), text: publish.valuesOk() }
      : {
          id: 'values',
          result: 'warn',
          title: publish.problems({ count: problems.length }),
          text: publish.problemsText(),
          href: partPath(site.key, problems[0].pointer, content),
        };
  const blocks = missingBlocks.slice(0, 1).map(({ pointer }): CheckRow => ({
    id: 'blocks',
    result: 'warn',
    title: publish.missingBlocks(),
    text: publish.missingBlocksText({ names: list(missingBlocks.slice(0, MAX_NAMES).map(({ name }) => name)) }),
    href: partPath(site.key, pointer, content),
  }));
  const alt: CheckRow =
    noAlt[0] === undefined
      ? { id: 'alt', result: 'ok', title: publish.alt(), text: publish.altOk() }
      : {
          id: 'alt',
          result: 'warn',
          title: overview.noAlt({ count: noAlt.length, name: noAlt[0].name }),
          text: list(noAlt.slice(0, MAX_NAMES).map((place) => altPlaceText(place, content, messages))),
          href: partPath(site.key, noAlt[0].pointer, content),
        };
  return [contrast, values, ...linkRows, ...blocks, alt];
}

/** The block of a page, or the event, with a picture that has no alternative text. */
const altPlaceText = ({ name, block }: Lacking, content: unknown, messages: EditorMessages): string =>
  block === undefined ? name : `${name}, ${blockName(block, content, messages)}`;

/** Texts of one language that another one lacks; no row for a site with one language. */
function useTranslationRows(content: unknown): readonly CheckRow[] {
  const { publish, changes } = useMessages();
  const { list, language: languageName } = useFormats();
  const { site } = useOpenSite();
  if (languagesOf(content).others.length === 0) return [];
  const missing = untranslatedTexts(content);
  const [first] = missing;
  if (first === undefined)
    return [{ id: 'translations', result: 'ok', title: publish.translations(), text: publish.translationsOk() }];
  const { place } = first;
  const names = missing
    .slice(0, MAX_NAMES)
    .map(({ name, language }) => changes.inLanguage({ part: name, language: languageName(language) }));
  return [
    {
      id: 'translations',
      result: 'warn',
      title: publish.untranslated({ count: missing.length }),
      text: list(names),
      href: typeof place === 'string' ? partPath(site.key, place, content) : menuRowPath(site.key, place.list, place.index),
    },
  ];
}

/** Why a check has no result yet. */
function usePendingText(): string {
  const { publish, errors } = useMessages();
  return useIsOnline() ? publish.checking() : errors.offline();
}

/** Films with shows to come that have no poster. */
function usePosterRow(state: DraftState): CheckRow {
  const messages = useMessages();
  const { publish, overview } = messages;
  const { list } = useFormats();
  const { site } = useOpenSite();
  const pending = usePendingText();
  const { films, isKnown, error } = useFilmList(state);
  const row = { id: 'posters', title: publish.posters() };
  if (!isKnown && error !== null) return { ...row, result: 'pending', text: errorText(error, messages) };
  if (!isKnown) return { ...row, result: 'pending', text: pending };
  const plain = films
    .filter(({ shows, poster, state: shown }) => shows > 0 && poster === '' && shown !== 'hidden')
    .toSorted((a, b) => b.shows - a.shows);
  const [first] = plain;
  if (first === undefined) return { ...row, result: 'ok', text: publish.postersOk() };
  return {
    id: 'posters',
    result: 'warn',
    title: overview.noPoster({ count: plain.length, name: first.title }),
    text: plain.length === 1 ? overview.noPosterWhy() : list(plain.slice(0, MAX_NAMES).map(({ title }) => title)),
    href: partPath(site.key, pointerOf('films', first.id, 'fields', 'poster'), state.content),
  };
}

/** Shows of the coming days that overlap; no row for a site whose program is that of its feeds. */
function useOverlapRows(state: DraftState): readonly CheckRow[] {
  const messages = useMessages();
  const { publish } = messages;
  const { site } = useOpenSite();
  const now = useNow().toISOString();
  const pending = usePendingText();
  const showWords = useFoundWords(state.content);
  const { isPlanned, isKnown, error, overlaps } = useProgramChecks(state, now);
  if (!isPlanned) return [];
  const row = { id: 'overlaps', title: publish.overlaps() };
  const [first] = overlaps;
  if (first === undefined) {
    if (isKnown) return [{ ...row, result: 'ok', text: publish.overlapsOk() }];
    return [{ ...row, result: 'pending', text: error === null ? pending : errorText(error, messages) }];
  }
  const { day, place } = showWords(first);
  return [
    {
      id: 'overlaps',
      result: 'warn',
      title: publish.overlapsOn({ count: overlaps.length, day }),
      text: place,
      href: showPath(site.key, first),
    },
  ];
}

export function Checks({ state, onClose }: { readonly state: DraftState; readonly onClose: () => void }) {
  const { publish, overview } = useMessages();
  const draft = useDraftRows(state);
  const translations = useTranslationRows(state.content);
  const posters = usePosterRow(state);
  const overlaps = useOverlapRows(state);
  return (
    <section>
      <h3>{publish.checks()}</h3>
      {[...draft, posters, ...overlaps, ...translations].map(({ id, result, title, text, href }) => (
        <div key={id} className={styles['check']}>
          <Icon name={ICONS[result]} className={styles[result]} />
          <b>{title}</b>
          <p>{text}</p>
          {href !== undefined && (
            <ButtonLink size="small" href={href} aria-label={`${overview.fix()}: ${title}`} onPress={onClose}>
              {overview.fix()}
            </ButtonLink>
          )}
        </div>
      ))}
    </section>
  );
}
