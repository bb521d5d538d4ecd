import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settingsOf, formOf } from './form.ts';
import { findsNothing, isChanged, samples, typedRules, withNewRule, withRules, writtenRules } from './titles.ts';

const SUBTITLED = 'Showtime.Accessibility.Subtitled';

const FEED: EditorFeed = {
  id: 'f1',
  name: 'Box office',
  address: 'https://cinema.example/feed.json',
  theaters: [{ feed: 'T1', theater: 'mill' }],
  intervalMinutes: 15,
  holdPercent: 30,
  conflicts: 'ask',
  missingShows: 'removed',
  titleRules: [{ find: '(subt.)', place: 'end', attribute: SUBTITLED }],
  isOn: true,
  credential: 'bearer',
  health: 'healthy',
  days: [],
  shows: 3,
  warnings: 0,
};

describe('feeds 3 rules for titles', () => {
  it('are written as they are stored', () => {
    assert.deepEqual(writtenRules(typedRules(FEED.titleRules)), FEED.titleRules);
    const rule = { find: '3D', place: 'anywhere', replacement: 'in 3D' } as const;
    assert.deepEqual(writtenRules(typedRules([rule])), [rule]);
  });

  it('leave out those that find nothing', () => {
    const [empty] = withNewRule([]);
    assert.ok(empty !== undefined);
    assert.deepEqual(writtenRules([empty, { ...empty, find: ' * *' }, { ...empty, find: '(*)' }]), [{ find: '(*)', place: 'end' }]);
    assert.equal(findsNothing({ ...empty, find: '*x' }), false);
  });

  it('have different identities', () => {
    const rules = withNewRule(withNewRule(typedRules(FEED.titleRules)));
    assert.equal(new Set(rules.map(({ id }) => id)).size, 3);
  });

  it('are saved with the other settings of the feed, which keep them when they are changed', () => {
    const rules = typedRules([{ find: 'OmU', place: 'end' }]);
    assert.deepEqual(withRules(FEED, rules), { ...settingsOf(formOf(FEED), true), titleRules: [{ find: 'OmU', place: 'end' }] });
    assert.deepEqual(settingsOf(formOf(FEED), false).titleRules, FEED.titleRules);
  });
});

describe('feeds 3 the sample of titles', () => {
  it('has those first that change, and leaves out what was not tried', () => {
    const titles = ['A', 'B (subt.)', 'C'].map((title) => ({ title, shows: 1 }));
    const tried = [
      { title: 'A', attributes: [] },
      { title: 'B', attributes: [SUBTITLED] },
    ];
    const all = samples(titles, tried);
    assert.deepEqual(
      all.map(({ title }) => title),
      ['B (subt.)', 'A'],
    );
    assert.deepEqual(all.map(isChanged), [true, false]);
  });
});
