import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft } from '@marquee/api/editor.gen.ts';
import { valueAt, withValue } from '../pointer.ts';
import {
  type DraftState,
  UNDO_LIMIT,
  UNDO_WINDOW,
  confirm,
  holdConflicts,
  editParts,
  notice,
  openDraft,
  postpone,
  receive,
  redoAction,
  refuse,
  saveStateOf,
  seenAt,
  sendable,
  settle,
  startSending,
  undoAction,
  unsent,
} from './machine.ts';

const SITE = { site: { name: 'Aster', colors: { primary: '#000000', accent: '#FFFFFF' } } };
const draftOf = (content: unknown = SITE, version = 1): Draft => ({
  version,
  content,
  live: SITE,
  changes: [],
  problems: [],
  present: [],
  requests: [],
});
const send = (state: DraftState): DraftState => startSending(state, sendable(state));
const confirmed = (state: DraftState): DraftState =>
  confirm(state, { version: state.server.version + 1, changes: [], problems: [] });
const PRIMARY = '/site/colors/primary';
let clock = 0;
const put = (state: DraftState, pointer: string, to: unknown): DraftState => {
  clock += 2 * UNDO_WINDOW;
  return editParts(state, [{ pointer, to }], clock);
};

describe('edits', () => {
  it('show at once and wait to be sent, with the value that the server had', () => {
    const state = put(openDraft(draftOf()), PRIMARY, '#111111');
    expect(valueAt(state.content, PRIMARY)).toBe('#111111');
    expect(valueAt(state.server.content, PRIMARY)).toBe('#000000');
    expect(sendable(state)).toEqual([{ pointer: PRIMARY, from: '#000000', to: '#111111' }]);
    expect(saveStateOf(state)).toBe('saving');
  });

  it('of the same part become one', () => {
    const state = put(put(openDraft(draftOf()), PRIMARY, '#111111'), PRIMARY, '#222222');
    expect(sendable(state)).toEqual([{ pointer: PRIMARY, from: '#000000', to: '#222222' }]);
  });

  it('back to the value of the server leave nothing to send', () => {
    const state = put(put(openDraft(draftOf()), PRIMARY, '#111111'), PRIMARY, '#000000');
    expect(sendable(state)).toEqual([]);
    expect(saveStateOf(state)).toBe('saved');
  });

  it('of a part inside an edited part change that edit', () => {
    const whole = put(openDraft(draftOf()), '/site/colors', { primary: '#1', accent: '#2' });
    const state = put(whole, PRIMARY, '#3');
    expect(sendable(state)).toEqual([{ pointer: '/site/colors', from: SITE.site.colors, to: { primary: '#3', accent: '#2' } }]);
  });

  it('of a part around edited parts replace those', () => {
    const inner = put(openDraft(draftOf()), PRIMARY, '#111111');
    const state = put(inner, '/site/colors', { primary: '#1' });
    expect(sendable(state)).toEqual([{ pointer: '/site/colors', from: SITE.site.colors, to: { primary: '#1' } }]);
  });

  it('add and remove parts: the missing side is absent', () => {
    const added = put(openDraft(draftOf()), '/site/slogan', 'Nine screens');
    expect(sendable(added)).toEqual([{ pointer: '/site/slogan', to: 'Nine screens' }]);
    const removed = put(openDraft(draftOf()), '/site/name', undefined);
    expect(sendable(removed)).toEqual([{ pointer: '/site/name', from: 'Aster' }]);
    expect(valueAt(removed.content, '/site')).toEqual({ colors: SITE.site.colors });
  });
});

it('an edit inside a missing or empty part adds the parts around it', () => {
  const missing = put(openDraft(draftOf()), '/site/options/captcha/siteKey', 'k1');
  expect(sendable(missing)).toEqual([{ pointer: '/site/options', to: { captcha: { siteKey: 'k1' } } }]);
  const empty = put(openDraft(draftOf({ site: { captcha: null } })), '/site/captcha/siteKey', 'k1');
  expect(sendable(empty)).toEqual([{ pointer: '/site/captcha', from: null, to: { siteKey: 'k1' } }]);
});

describe('sending', () => {
  it('waits until the previous request is answered', () => {
    const state = put(send(put(openDraft(draftOf()), PRIMARY, '#111111')), '/site/name', 'Astra');
    expect(sendable(state)).toEqual([]);
    expect(sendable(confirmed(state))).toEqual([{ pointer: '/site/name', from: 'Aster', to: 'Astra' }]);
  });

  it('confirms what was sent, and takes newer edits from there', () => {
    const sent = send(put(openDraft(draftOf()), PRIMARY, '#111111'));
    const state = confirmed(put(sent, PRIMARY, '#222222'));
    expect(sendable(state)).toEqual([{ pointer: PRIMARY, from: '#111111', to: '#222222' }]);
    expect(valueAt(state.content, PRIMARY)).toBe('#222222');
    expect(confirmed(send(state)).pending).toEqual([]);
  });

  it('sends an edit back to the old value if the new one is on its way', () => {
    const state = put(send(put(openDraft(draftOf()), PRIMARY, '#111111')), PRIMARY, '#000000');
    expect(sendable(confirmed(state))).toEqual([{ pointer: PRIMARY, from: '#111111', to: '#000000' }]);
  });

  it('loads the draft again if the version skips one', () => {
    const sent = send(put(openDraft(draftOf()), PRIMARY, '#111111'));
    expect(confirm(sent, { version: 2, changes: [], problems: [] }).isStale).toBe(false);
    expect(confirm(sent, { version: 3, changes: [], problems: [] }).isStale).toBe(true);
  });

  it.each(['offline', 'signedOut', 'unavailable'] as const)('keeps edits on the device: %s', (delay) => {
    const sent = put(send(put(openDraft(draftOf()), PRIMARY, '#111111')), PRIMARY, '#222222');
    const state = postpone(sent, delay);
    expect(saveStateOf(state)).toBe('onDevice');
    expect(unsent(state)).toEqual([{ pointer: PRIMARY, from: '#000000', to: '#222222' }]);
    expect(saveStateOf(confirmed(send(state)))).toBe('saved');
  });

  it('keeps what the server refuses, with the reason, until it is changed', () => {
    const sent = send(put(openDraft(draftOf()), PRIMARY, 'red'));
    const state = refuse(sent, 'invalid color');
    expect(saveStateOf(state)).toBe('refused');
    expect(sendable(state)).toEqual([]);
    expect(valueAt(state.content, PRIMARY)).toBe('red');
    expect(sendable(put(state, PRIMARY, '#FF0000'))).toEqual([{ pointer: PRIMARY, from: '#000000', to: '#FF0000' }]);
  });

  it('sends at most 200 edits at once', () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ pointer: `/site/n${index}`, to: index }));
    const state = editParts(openDraft(draftOf()), many, 1);
    expect(sendable(state)).toHaveLength(200);
    expect(sendable(confirmed(send(state)))).toHaveLength(50);
  });
});

describe('edits kept on the device', () => {
  it('come back, and are sent', () => {
    const stored = unsent(postpone(put(openDraft(draftOf()), PRIMARY, '#111111'), 'offline'));
    const state = openDraft(draftOf(), stored);
    expect(valueAt(state.content, PRIMARY)).toBe('#111111');
    expect(sendable(state)).toHaveLength(1);
  });

  it('are dropped if the server has them already', () => {
    const state = openDraft(draftOf(withValue(SITE, PRIMARY, '#111111')), [{ pointer: PRIMARY, from: '#000000', to: '#111111' }]);
    expect(state.pending).toEqual([]);
  });
});

describe('changes of others', () => {
  it('show where we have no edit', () => {
    const state = receive(put(openDraft(draftOf()), PRIMARY, '#111111'), draftOf(withValue(SITE, '/site/name', 'Astra'), 2));
    expect(valueAt(state.content, '/site/name')).toBe('Astra');
    expect(valueAt(state.content, PRIMARY)).toBe('#111111');
    expect(sendable(state)).toEqual([{ pointer: PRIMARY, from: '#000000', to: '#111111' }]);
  });

  it('of an older version are ignored', () => {
    const state = openDraft(draftOf(SITE, 5));
    expect(receive(state, draftOf({}, 4))).toBe(state);
  });

  it('are noticed by the version', () => {
    const state = openDraft(draftOf(SITE, 5));
    expect(notice(state, { version: 5, present: [], requests: [] }).isStale).toBe(false);
    const present = [{ id: '2', name: 'Theo', mayPublish: true }];
    const noticed = notice(state, { version: 6, present, requests: [] });
    expect(noticed).toMatchObject({ isStale: true, server: { present: [{ name: 'Theo' }] } });
  });

  const conflicting = (): DraftState => {
    const sent = send(put(put(openDraft(draftOf()), PRIMARY, '#111111'), '/site/name', 'Astra'));
    return holdConflicts(sent, [{ pointer: PRIMARY, theirs: '#999999', actor: 'Theo' }], 'Rosa');
  };

  it('are our own if the response to an earlier request was lost', () => {
    const sent = send(put(openDraft(draftOf()), PRIMARY, '#222222'));
    const older = holdConflicts(sent, [{ pointer: PRIMARY, theirs: '#111111', actor: 'Rosa' }], 'Rosa');
    expect(sendable(older)).toEqual([{ pointer: PRIMARY, from: '#111111', to: '#222222' }]);
    const same = holdConflicts(sent, [{ pointer: PRIMARY, theirs: '#222222' }], 'Rosa');
    expect(same).toMatchObject({ pending: [], conflicts: [] });
  });

  it('of the same part wait for a decision; other edits are sent', () => {
    const state = conflicting();
    expect(saveStateOf(state)).toBe('conflict');
    expect(sendable(state)).toEqual([{ pointer: '/site/name', from: 'Aster', to: 'Astra' }]);
    expect(valueAt(state.content, PRIMARY)).toBe('#111111');
  });

  it('are replaced by ours if the operator decides so', () => {
    const state = settle(conflicting(), PRIMARY, '#111111');
    expect(sendable(state)).toContainEqual({ pointer: PRIMARY, from: '#999999', to: '#111111' });
    expect(state.conflicts).toEqual([]);
  });

  it('are kept if the operator decides so', () => {
    const state = settle(conflicting(), PRIMARY, '#999999');
    expect(valueAt(state.content, PRIMARY)).toBe('#999999');
    expect(sendable(state)).toEqual([{ pointer: '/site/name', from: 'Aster', to: 'Astra' }]);
  });

  it('are merged with ours', () => {
    const state = settle(conflicting(), PRIMARY, '#555555');
    expect(sendable(state)).toContainEqual({ pointer: PRIMARY, from: '#999999', to: '#555555' });
  });

  it('inside a part that we changed as a whole are settled there, and our other changes stay', () => {
    const [seen, ours] = [
      { name: 'Aster', city: 'Erie' },
      { name: 'Astra', city: 'Akron' },
    ];
    const document = withValue(SITE, '/theaters/1', seen);
    const sent = send(put(openDraft(draftOf(document)), '/theaters/1', ours));
    const conflict = { pointer: '/theaters/1/name', theirs: 'Star', actor: 'Theo' };
    const held = holdConflicts(sent, [conflict], 'Rosa');
    expect(seenAt(held, conflict)).toBe('Aster');
    const read = receive(held, draftOf(withValue(document, '/theaters/1/name', 'Star'), 3));
    expect(read.conflicts).toEqual([conflict]);
    expect(sendable(read)).toEqual([]);
    const from = { ...seen, name: 'Star' };
    expect(sendable(settle(read, conflict.pointer, 'Astra'))).toEqual([{ pointer: '/theaters/1', from, to: ours }]);
    const theirs = sendable(settle(read, conflict.pointer, 'Star'));
    expect(theirs).toEqual([{ pointer: '/theaters/1', from, to: { name: 'Star', city: 'Akron' } }]);
  });

  it('of other items of a list are merged with ours and sent, without a question (decision 0084)', () => {
    const block = (words: string) => ({ type: 'text', paragraphs: [words] });
    const blocks = [block('a'), block('b'), block('c')];
    const document = withValue(SITE, '/pages/1/blocks', blocks);
    const sent = send(put(openDraft(draftOf(document)), '/pages/1/blocks', blocks.with(0, block('ours'))));
    const theirs = [...blocks.with(1, block('theirs')), block('added')];
    const held = holdConflicts(sent, [{ pointer: '/pages/1/blocks', theirs, actor: 'Theo' }], 'Rosa');
    expect(held.conflicts).toEqual([]);
    const merged = [block('ours'), block('theirs'), block('c'), block('added')];
    expect(valueAt(held.content, '/pages/1/blocks')).toEqual(merged);
    expect(sendable(held)).toEqual([{ pointer: '/pages/1/blocks', from: theirs, to: merged }]);

    // Undo takes back ours only.
    const read = receive(held, draftOf(withValue(document, '/pages/1/blocks', theirs), 3));
    expect(valueAt(undoAction(read).content, '/pages/1/blocks')).toEqual(theirs);
    expect(valueAt(redoAction(undoAction(read)).content, '/pages/1/blocks')).toEqual(merged);

    // The same block is a question.
    const same = holdConflicts(
      sent,
      [{ pointer: '/pages/1/blocks', theirs: blocks.with(0, block('theirs')), actor: 'Theo' }],
      'Rosa',
    );
    expect(saveStateOf(same)).toBe('conflict');
  });

  it('that remove a record of which we changed a part wait for a decision about the whole record', () => {
    const record = { name: 'Aster', city: 'Erie' };
    const sent = send(put(openDraft(draftOf(withValue(SITE, '/theaters/1', record))), '/theaters/1/phone', '1'));
    const conflict = { pointer: '/theaters/1' };
    const read = receive(holdConflicts(sent, [conflict], 'Rosa'), draftOf(withValue(SITE, '/theaters', {}), 3));
    expect(read.conflicts).toEqual([conflict]);
    const mine = { ...record, phone: '1' };
    expect(valueAt(read.content, '/theaters/1')).toEqual(mine);
    expect(sendable(settle(read, '/theaters/1', mine))).toEqual([{ pointer: '/theaters/1', to: mine }]);
    const theirs = settle(read, '/theaters/1', undefined);
    expect(sendable(theirs)).toEqual([]);
    expect(valueAt(theirs.content, '/theaters/1')).toBeUndefined();
  });

  it('that remove a record do not leave it with nothing but the part that we changed', () => {
    const state = put(openDraft(draftOf(withValue(SITE, '/theaters/1', { name: 'Aster' }))), '/theaters/1/phone', '1');
    const read = receive(state, draftOf(withValue(SITE, '/theaters', {}), 3));
    expect(valueAt(read.content, '/theaters/1')).toBeUndefined();
  });

  it('settle a conflict if they are now the same as ours', () => {
    const state = receive(conflicting(), draftOf(withValue(SITE, PRIMARY, '#111111'), 3));
    expect(state.conflicts).toEqual([]);
    expect(saveStateOf(state)).toBe('saving');
  });
});

describe('undo', () => {
  it('brings back the value before an action, and redo the one after', () => {
    const edited = put(openDraft(draftOf()), PRIMARY, '#111111');
    const undone = undoAction(edited);
    expect(valueAt(undone.content, PRIMARY)).toBe('#000000');
    expect(sendable(undone)).toEqual([]);
    expect(valueAt(redoAction(undone).content, PRIMARY)).toBe('#111111');
    expect(undoAction(openDraft(draftOf())).content).toEqual(SITE);
    expect(redoAction(edited)).toBe(edited);
  });

  it('takes quick edits of one part as one action', () => {
    const start = openDraft(draftOf());
    const first = editParts(start, [{ pointer: PRIMARY, to: '#111111' }], 10_000);
    const second = editParts(first, [{ pointer: PRIMARY, to: '#222222' }], 10_000 + UNDO_WINDOW - 1);
    expect(second.undo).toHaveLength(1);
    expect(valueAt(undoAction(second).content, PRIMARY)).toBe('#000000');
    expect(editParts(second, [{ pointer: PRIMARY, to: '#333333' }], 10_000 + 3 * UNDO_WINDOW).undo).toHaveLength(2);
    expect(editParts(second, [{ pointer: '/site/name', to: 'A' }], 10_000 + UNDO_WINDOW).undo).toHaveLength(2);
  });

  it('reverts all parts of an action', () => {
    const state = editParts(
      openDraft(draftOf()),
      [
        { pointer: PRIMARY, to: '#111111' },
        { pointer: '/site/name', to: 'Astra' },
      ],
      1,
    );
    expect(undoAction(state).content).toEqual(SITE);
  });

  it('forgets redo after a new action, and actions beyond the limit', () => {
    const undone = undoAction(put(openDraft(draftOf()), PRIMARY, '#111111'));
    expect(put(undone, '/site/name', 'A').redo).toEqual([]);
    const many = Array.from({ length: UNDO_LIMIT + 5 }, (_, index) => index).reduce(
      (state, index) => put(state, '/site/name', `Name ${index}`),
      openDraft(draftOf()),
    );
    expect(many.undo).toHaveLength(UNDO_LIMIT);
  });

  it('ignores an edit that changes nothing', () => {
    const state = openDraft(draftOf());
    expect(put(state, PRIMARY, '#000000')).toBe(state);
  });
});

it('never loses an edit, whatever fails', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), name: fc.constantFrom('a', 'b', 'c'), value: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constantFrom('send' as const, 'fail' as const, 'confirm' as const, 'reload' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let state = openDraft(draftOf({}));
      let server: unknown = {};
      const expected: Record<string, number> = {};
      for (const next of steps) {
        if (next.kind === 'edit') {
          state = put(state, `/${next.name}`, next.value);
          expected[next.name] = next.value;
        } else if (next.kind === 'send' && state.sending.length === 0) state = send(state);
        else if (next.kind === 'fail' && state.sending.length > 0) state = postpone(state, 'offline');
        else if (next.kind === 'confirm' && state.sending.length > 0) {
          for (const sent of state.sending) {
            expect(valueAt(server, sent.pointer)).toEqual(sent.from);
            server = withValue(server, sent.pointer, sent.to);
          }
          state = confirmed(state);
        } else if (next.kind === 'reload') state = openDraft(draftOf(server, state.server.version), unsent(state));
        expect(state.content).toEqual(expected);
      }
    }),
    { seed: 7 },
  );
});
