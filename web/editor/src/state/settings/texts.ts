// The words of settings in the operator's language. They are loaded when a screen names a setting.

import { useQuery } from '@tanstack/react-query';
import { CATALOGS } from 'virtual:editor-settings';
import { useLanguage } from '../messages.ts';
import { namesOf } from '../pointer.ts';
import { titleOf } from './schema.ts';

export interface SettingText {
  readonly title: string;
  /** What it does for visitors and members. Groups and the fields of list items have none. */
  readonly help?: string;
  /** Words for the values of a choice. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * Texts by path, such as `config/options/fewLeftPercent`: the pointer below `/site`, without the indexes of lists and the names of
 * map entries.
 */
export type SettingTexts = Readonly<Record<string, SettingText | undefined>>;

const NO_TEXTS: SettingTexts = {};

/** The texts; empty while they are loading, and if that fails. Then settings have the names of their keys. */
export function useSettingTexts(isNeeded = true): { readonly texts: SettingTexts; readonly isLoading: boolean } {
  const { locale } = useLanguage();
  const { data, isLoading } = useQuery({
    queryKey: ['setting-texts', locale],
    queryFn: async () => (await (CATALOGS[locale] ?? CATALOGS.en)()).texts,
    staleTime: Infinity,
    // A service worker or the cache may have them.
    networkMode: 'always',
    retry: false,
    enabled: isNeeded,
  });
  return { texts: data ?? NO_TEXTS, isLoading };
}

/** The groups of the site record that are no settings themselves. */
const ROOTS: ReadonlySet<string> = new Set(['settings', 'config']);

interface Step {
  readonly name: string;
  readonly text: SettingText | undefined;
}

/** The names of a pointer with their texts. Indexes of lists and names of map entries have none. */
function stepsOf(texts: SettingTexts, pointer: string): readonly Step[] {
  const [, ...names] = namesOf(pointer);
  let path = '';
  const steps = names.map((name) => {
    const own = path === '' ? name : `${path}/${name}`;
    const text = texts[own];
    if (text !== undefined || path === '') path = own;
    return { name, text };
  });
  return steps.filter(({ name }, index) => index > 0 || !ROOTS.has(name));
}

/** The text of the setting at a pointer. */
export const settingText = (texts: SettingTexts, pointer: string): SettingText | undefined => stepsOf(texts, pointer).at(-1)?.text;

/**
 * The title of the setting at a pointer. Inside of a list or map it begins with the title of that: `Tag managers and analytics, ID at
 * the service`. Without texts it is the name of the key in words.
 */
export function settingTitle(texts: SettingTexts, pointer: string): string {
  const steps = stepsOf(texts, pointer);
  const unknown = steps.findIndex(({ text }) => text === undefined);
  const own = unknown < 0 ? steps.slice(-1) : steps.slice(Math.max(0, unknown - 1));
  const named = own.filter(({ name }) => !/^\d+$/.test(name));
  if (unknown === 0) return titleOf(named.at(-1)?.name ?? '');
  return named.map(({ name, text }) => text?.title ?? name).join(', ');
}

/** The words that a setting is found by: its title, its help, the words of its choices, and the names of its key. */
export function searchText(texts: SettingTexts, pointer: string): string {
  const { title, help = '', values = {} } = settingText(texts, pointer) ?? { title: settingTitle(texts, pointer) };
  const names = stepsOf(texts, pointer)
    .map(({ name }) => name)
    .filter((name) => name !== 'options');
  return [title, help, ...Object.values(values), ...names].join(' ');
}
