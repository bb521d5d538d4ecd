import { describe, expect, it } from 'vitest';
import { planChunks } from './chunks.ts';

const now: Readonly<Record<string, readonly string[]>> = {
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
const later: Readonly<Record<string, readonly string[]>> = {
  entry: ['hydrate', 'dialogs', 'worker'], hydrate: ['list', 'film', 'theater', 'search', 'content', 'member'], film: ['player'], dialogs: ['words', 'list'],
};
const plan = planChunks({ entries: ['entry'], hydrate: 'hydrate', common: 'list', apart: 'member' }, (id) => ({ now: now[id] ?? [], later: later[id] ?? [] }));
const filesOf = (...ids: string[]) => ids.map((id) => plan.fileOf(id));

describe('the files of the browser', () => {
  it('keep what runs at once by itself', () => {
    expect(filesOf('entry', 'clicks', 'links')).toEqual([null, null, null]);
  });

  it('join what every page hydrates with and what three pages share', () => {
    expect(filesOf('hydrate', 'react', 'frame', 'time')).toEqual(['app', 'app', 'app', 'app']);
  });

  it('leave what two pages share, for the film list needs none of it', () => {
    expect(filesOf('groups')).toEqual([null]);
  });

  it('add the page with which most visits begin', () => {
    expect(filesOf('list', 'card')).toEqual(['app', 'app']);
  });

  it('leave what waits for the visitor, also where a page shares it', () => {
    expect(filesOf('dialogs', 'dialog', 'finder', 'later', 'hits')).toEqual([null, null, null, null, null]);
  });

  it('do not burden every page with what the member area shares with one of them', () => {
    expect(filesOf('field', 'hits', 'time')).toEqual([null, null, 'app']);
  });

  it('do not follow what only the server renders', () => {
    expect(filesOf('end.server.tsx', 'band')).toEqual(['app', null]);
  });

  it('leave what one page or feature needs', () => {
    expect(filesOf('film', 'credits', 'theater', 'axis', 'player', 'search', 'words')).toEqual([null, null, null, null, null, null, null]);
  });

  it('leave what must work when React could not be loaded', () => {
    expect(filesOf('worker', 'update')).toEqual([null, null]);
  });
});
