import { describe, expect, it } from 'vitest';
import { planChunks } from './chunks.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  entry: ['clicks', 'links'],
  hydrate: ['react', 'frame', 'links'],
  list: ['card', 'time', 'end.server.tsx'],
  'end.server.tsx': ['band', 'time'],
  content: ['band'],
  film: ['credits', 'time', 'groups'],
  theater: ['axis', 'time', 'groups'],
  search: ['hits', 'time'],
  member: ['field', 'hits', 'time'],
  dialogs: ['dialog', 'react', 'finder'],
  finder: ['hits', 'dialog', 'later'],
  worker: ['links', 'update'],
};
const dynamicImports: Readonly<Record<string, readonly string[]>> = {
  entry: ['hydrate', 'dialogs', 'worker'],
  hydrate: ['list', 'film', 'theater', 'search', 'content', 'member'],
  film: ['player'],
  dialogs: ['words', 'list'],
};
const plan = planChunks({ entries: ['entry'], hydrate: 'hydrate', common: 'list', separate: 'member' }, (id) => ({
  imports: imports[id] ?? [],
  dynamicImports: dynamicImports[id] ?? [],
}));
const filesOf = (...ids: string[]) => ids.map((id) => plan.fileOf(id));

describe('chunks of the browser build', () => {
  it('leave what runs at once in the entry', () => {
    expect(filesOf('entry', 'clicks', 'links')).toEqual([null, null, null]);
  });

  it('put into app what every page hydrates with and what three pages share', () => {
    expect(filesOf('hydrate', 'react', 'frame', 'time')).toEqual(['app', 'app', 'app', 'app']);
  });

  it('leave out of app what two pages share without the film list', () => {
    expect(filesOf('groups')).toEqual([null]);
  });

  it('put into app the page with which most visits begin', () => {
    expect(filesOf('list', 'card')).toEqual(['app', 'app']);
  });

  it('leave out of app what loads on user action, even if a page shares it', () => {
    expect(filesOf('dialogs', 'dialog', 'finder', 'later', 'hits')).toEqual([null, null, null, null, null]);
  });

  it('leave out of app what only the member area and one page share', () => {
    expect(filesOf('field', 'hits', 'time')).toEqual([null, null, 'app']);
  });

  it('do not follow what only the server renders', () => {
    expect(filesOf('end.server.tsx', 'band')).toEqual(['app', null]);
  });

  it('leave out of app what one page or feature needs', () => {
    expect(filesOf('film', 'credits', 'theater', 'axis', 'player', 'search', 'words')).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('leave out of app what must work if React failed to load', () => {
    expect(filesOf('worker', 'update')).toEqual([null, null]);
  });
});
