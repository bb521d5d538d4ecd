// The pages of a site that a preview can show.

import type { EditorFilm, EditorFilms } from '@marquee/api/editor.gen.ts';
import { field, isRecord, text } from '@marquee/api/json.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';
import { type EditorMessages, useMessages } from '../messages.ts';
import { valueAt } from '../pointer.ts';

/** A page, with its path below the address of a preview. The home page has an empty path. */
export interface PreviewPage {
  readonly path: string;
  readonly label: string;
}

/** Pages of one kind. */
export interface PreviewPageGroup {
  readonly name: string;
  readonly pages: readonly PreviewPage[];
}

/** The most films in the list. Those with the most shows are first. */
const MAX_FILMS = 12;

/** The records of a section of the content, for example `theaters`. */
const recordsOf = (content: unknown, section: string): readonly unknown[] => {
  const records = valueAt(content, `/${section}`);
  return isRecord(records) ? Object.values(records) : [];
};

const page = (path: string, label: string): PreviewPage => ({ path, label: label === '' ? path : label });

/** The pages of a site, from its content and films. The server completes the addresses of films and events. */
export function previewPagesOf(
  content: unknown,
  films: readonly EditorFilm[],
  { preview, changes }: EditorMessages,
): readonly PreviewPageGroup[] {
  const pages = recordsOf(content, 'pages').map((record) => ({
    path: text(field(record, 'path')),
    label: text(field(record, 'title')),
    isContent: field(record, 'kind') === undefined || field(record, 'kind') === 'content',
  }));
  const home = pages.find(({ path }) => path === '/')?.label ?? '';
  const shown = films.filter(({ shows }) => shows > 0).toSorted((a, b) => b.shows - a.shows);
  const isSingle = valueAt(content, '/site/config/isSingleLocation') === true;
  const theaters = recordsOf(content, 'theaters').filter((record) => text(field(record, 'slug')) !== '');
  const groups: readonly PreviewPageGroup[] = [
    {
      name: preview.main(),
      pages: [
        page('', home === '' ? preview.home() : home),
        page('showtimes/', preview.showtimes()),
        page('events/', changes.events()),
        ...(isSingle ? [] : [page('theaters/', changes.theaters())]),
      ],
    },
    { name: preview.films(), pages: shown.slice(0, MAX_FILMS).map(({ id, title }) => page(`movies/${id}-/`, title)) },
    {
      name: changes.events(),
      pages: recordsOf(content, 'events').map((record) =>
        page(`events/${text(field(record, 'id'))}-/`, text(field(record, 'title'))),
      ),
    },
    {
      name: changes.theaters(),
      pages: isSingle
        ? []
        : theaters.map((record) => page(`theaters/${text(field(record, 'slug'))}/`, text(field(record, 'name')))),
    },
    {
      name: changes.pages(),
      pages: pages.filter(({ isContent }) => isContent).map(({ path, label }) => page(path.replace(/^\//, ''), label)),
    },
  ];
  return groups.filter((group) => group.pages.length > 0);
}

/** The pages of the open site. */
export function usePreviewPages(content: unknown): readonly PreviewPageGroup[] {
  const messages = useMessages();
  const { site } = useOpenSite();
  const { data } = useQuery({
    queryKey: ['films', site.key],
    queryFn: () => call<EditorFilms>('GET', `${site.key}/films`),
    staleTime: 5 * 60_000,
  });
  return previewPagesOf(content, data?.films ?? [], messages);
}
