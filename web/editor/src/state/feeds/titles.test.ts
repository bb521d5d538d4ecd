import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { describe, expect, it } from 'vitest';
import { switchedSettings } from './form.ts';
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
    expect(writtenRules(typedRules(FEED.titleRules))).toEqual(FEED.titleRules);
    const rule = { find: '3D', place: 'anywhere', replacement: 'in 3D' } as const;
    expect(writtenRules(typedRules([rule]))).toEqual([rule]);
  });

  it('leave out those that find nothing', () => {
    const [empty] = withNewRule([]);
    if (empty === undefined) throw new Error('no rule was added');
    const rules = [empty, { ...empty, find: ' * *' }, { ...empty, find: '(*)' }];
    expect(writtenRules(rules)).toEqual([{ find: '(*)', place: 'end' }]);
    expect(findsNothing({ ...empty, find: '*x' })).toBe(false);
  });

  it('have different identities', () => {
    const rules = withNewRule(withNewRule(typedRules(FEED.titleRules)));
    expect(new Set(rules.map(({ id }) => id)).size).toBe(3);
  });

  it('are saved with the other settings of the feed, which keep them when they are changed', () => {
    const rules = typedRules([{ find: 'OmU', place: 'end' }]);
    const { titleRules, ...others } = withRules(FEED, rules);
    expect(titleRules).toEqual([{ find: 'OmU', place: 'end' }]);
    const { titleRules: before, ...unchanged } = switchedSettings(FEED, true);
    expect(others).toEqual(unchanged);
    expect(before).toEqual(FEED.titleRules);
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
    expect(all.map(({ title }) => title)).toEqual(['B (subt.)', 'A']);
    expect(all.map(isChanged)).toEqual([true, false]);
  });
});
