import { describe, expect, it } from 'vitest';
import { planChunks } from './chunks.ts';

const now: Readonly<Record<string, readonly string[]>> = {
  entry: ['clicks', 'links'],
  hydrate: ['react', 'frame', 'links'],
  list: ['card', 'time'],
  film: ['credits', 'time', 'groups'],
  theater: ['axis', 'time', 'groups'],
};
const later: Readonly<Record<string, readonly string[]>> = { entry: ['hydrate'], hydrate: ['list', 'film', 'theater'], film: ['player'] };
const plan = planChunks(['entry'], (id) => ({ now: now[id] ?? [], later: later[id] ?? [] }), 'list');
const filesOf = (...ids: string[]) => ids.map((id) => plan.fileOf(id));

describe('the files of the browser', () => {
  it('keep what runs at once by itself', () => {
    expect(filesOf('entry', 'clicks', 'links')).toEqual([null, null, null]);
  });

  it('join what every page hydrates with and what two pages share', () => {
    expect(filesOf('hydrate', 'react', 'frame', 'time', 'groups')).toEqual(['app', 'app', 'app', 'app', 'app']);
  });

  it('add the page with which most visits begin', () => {
    expect(filesOf('list', 'card')).toEqual(['app', 'app']);
  });

  it('leave what one page or feature needs', () => {
    expect(filesOf('film', 'credits', 'theater', 'axis', 'player')).toEqual([null, null, null, null, null]);
  });
});
