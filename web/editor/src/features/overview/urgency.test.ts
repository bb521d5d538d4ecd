import { describe, expect, it } from 'vitest';
import { type TaskKind, taskKind, worstFirst } from './urgency.ts';

const tasks = (...kinds: readonly TaskKind[]) => kinds.map((kind, index) => ({ kind, id: `${kind} ${index}` }));

describe('ux 5.2 tasks of the overview', () => {
  it('problems of the draft do not hide a held or stale feed', () => {
    const shown = worstFirst(
      tasks('draftProblem', 'draftProblem', 'draftProblem', 'contrast', 'deadLinks', 'noPoster', 'staleFeed', 'heldFeed'),
    );
    expect(shown.map(({ kind }) => kind)).toEqual(['heldFeed', 'staleFeed', 'deadLinks', 'contrast', 'draftProblem']);
  });

  it('what is missing comes after what is wrong, and tasks of one kind keep their order', () => {
    const shown = worstFirst(tasks('totp', 'noHours', 'noAlternativeText', 'noPoster', 'draftProblem', 'draftProblem'));
    expect(shown.map(({ id }) => id)).toEqual([
      'draftProblem 4',
      'draftProblem 5',
      'noPoster 3',
      'noAlternativeText 2',
      'noHours 1',
    ]);
  });

  it('an overlap comes before what is missing, and that before a show that differs from its feed', () => {
    const shown = worstFirst(tasks('totp', 'differsFromFeed', 'noTrailer', 'noPoster', 'overlap'));
    expect(shown.map(({ kind }) => kind)).toEqual(['overlap', 'noPoster', 'noTrailer', 'differsFromFeed', 'totp']);
  });

  it('kinds of the server that the publication state shows are no tasks', () => {
    expect([taskKind('heldFeed'), taskKind('scheduledPublication')]).toEqual(['heldFeed', undefined]);
  });
});
