import { describe, expect, it } from 'vitest';
import { type DraftState, type PartChange, editParts, openDraft } from './draft/machine.ts';
import { valueAt } from './pointer.ts';
import { undoOf } from './removal.ts';

/** A draft without a server. */
function draftOf(content: unknown) {
  let state: DraftState = openDraft(
    { version: 1, content, live: content, changes: [], problems: [], present: [], requests: [] },
    [],
  );
  let now = 0;
  return {
    state: () => state,
    edit(changes: readonly PartChange[]): void {
      now += 60_000;
      state = editParts(state, changes, now);
    },
    at: (pointer: string): unknown => valueAt(state.content, pointer),
  };
}

describe('ux 5.0 the undo of a removal', () => {
  it('puts back what was removed, and keeps what was edited elsewhere since', () => {
    const draft = draftOf({ site: { logo: 'a.png', name: 'Aster' }, films: { '7': { directors: ['Ana', 'Bo'] } } });
    const undo = undoOf(draft, () =>
      draft.edit([
        { pointer: '/films/7/directors', to: ['Bo'] },
        { pointer: '/site/logo', to: undefined },
      ]),
    );
    expect([draft.at('/films/7/directors'), draft.at('/site/logo')]).toEqual([['Bo'], undefined]);
    draft.edit([{ pointer: '/site/name', to: 'Aster Houses' }]);
    undo?.();
    expect(draft.at('/films/7/directors')).toEqual(['Ana', 'Bo']);
    expect([draft.at('/site/logo'), draft.at('/site/name')]).toEqual(['a.png', 'Aster Houses']);
  });

  it('keeps what was changed of the same list since', () => {
    const block = (title: string) => ({ type: 'text', title });
    const draft = draftOf({ blocks: [block('a'), block('b'), block('c')] });
    const undo = undoOf(draft, () => draft.edit([{ pointer: '/blocks', to: [block('b'), block('c')] }]));
    draft.edit([{ pointer: '/blocks', to: [block('b'), block('theirs')] }]);
    undo?.();
    expect(draft.at('/blocks')).toEqual([block('a'), block('b'), block('theirs')]);
  });

  it('is not offered if nothing was removed', () => {
    const draft = draftOf({ site: { name: 'Aster' } });
    expect(undoOf(draft, () => draft.edit([{ pointer: '/site/name', to: 'Aster' }]))).toBeUndefined();
  });
});
