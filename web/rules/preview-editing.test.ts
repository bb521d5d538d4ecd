import { describe, expect, it } from 'vitest';
import { type EditorMessage, type PageMessage, editorMessageOf, pageMessageOf, sentMessage } from './preview-editing.ts';

const EDITOR: readonly EditorMessage[] = [
  {
    type: 'selectBlock',
    position: 2,
    label: 'Text',
    texts: [
      { field: 'title', value: 'A' },
      { field: 'paragraphs', value: ['B'] },
    ],
    isScrolled: true,
  },
  { type: 'selectBlock', position: undefined, label: '', texts: [], isScrolled: false },
  { type: 'outlinePart', part: 'header', label: 'Header', isScrolled: true },
  { type: 'outlinePart', part: undefined, label: '', isScrolled: false },
  { type: 'hoverBlock', position: 0 },
  { type: 'hoverBlock', position: undefined },
  { type: 'blockText', position: 1, text: { field: 'label', value: 'Join' } },
  { type: 'format', format: 'bold' },
  { type: 'link', href: '/about/' },
];

const PAGE: readonly PageMessage[] = [
  { type: 'block', position: 3 },
  { type: 'block', position: undefined },
  { type: 'blockText', position: 1, text: { field: 'paragraphs', value: ['B'] }, from: [] },
  { type: 'key', key: 'undo' },
  { type: 'textState', place: { top: -4, left: 0, width: 80 }, field: 'title', formats: ['bold'], href: '', fields: ['title'] },
  { type: 'textState', place: undefined, field: undefined, formats: [], href: '', fields: [] },
];

describe('PREV-11 PREV-12 messages arrive as they were sent', () => {
  it.each(EDITOR)('of the editor: $type', (message) => {
    expect(editorMessageOf(JSON.parse(JSON.stringify(sentMessage(message))))).toEqual(message);
  });
  it.each(PAGE)('of the page: $type', (message) => {
    expect(pageMessageOf(JSON.parse(JSON.stringify(sentMessage(message))))).toEqual(message);
  });
});

/** Values of no field. `undefined` is left out: a missing position or place means none. */
const WRONG: readonly unknown[] = [
  null,
  {},
  [],
  '',
  'x',
  -1,
  1.5,
  Number.NaN,
  1e9,
  true,
  { length: 1 },
  ['x'],
  [{}],
  'x'.repeat(20_001),
];

/** Every message with each field in turn replaced by a wrong value, and whether that value is right for the field after all. */
function broken(messages: readonly (EditorMessage | PageMessage)[], parse: (message: unknown) => unknown) {
  return messages.flatMap((message) => {
    const { type, ...fields } = message;
    return Object.keys(fields).flatMap((name) =>
      WRONG.map((value) => ({ parse, type, name, value, sent: { type, payload: { [type]: { ...fields, [name]: value } } } })),
    );
  });
}

/** Where a wrong value is right: null is no position, a text may be a line, any list of no formats is empty. */
const isRight = ({ name, value }: { name: string; value: unknown }): boolean =>
  (name === 'position' && value === null) ||
  ((name === 'label' || name === 'href') && typeof value === 'string' && value.length <= 2000) ||
  (name === 'isScrolled' && value === true) ||
  (['texts', 'formats', 'fields', 'from'].includes(name) && Array.isArray(value) && value.length === 0) ||
  (name === 'from' && Array.isArray(value) && value[0] === 'x');

describe('PREV-13 a message with an invalid field is ignored', () => {
  const cases = [...broken(EDITOR, editorMessageOf), ...broken(PAGE, pageMessageOf)].filter((entry) => !isRight(entry));

  it('for every field and every kind of value', () => {
    expect(cases.length).toBeGreaterThan(250);
    const accepted = cases
      .filter(({ parse, sent }) => parse(sent) !== undefined)
      .map(({ type, name, value }) => ({ type, name, value }));
    expect(accepted).toEqual([]);
  });

  it.each([
    ['a string', 'selectBlock'],
    ['null', null],
    ['no payload', { type: 'selectBlock' }],
    ['a payload of another type', { type: 'link', payload: { format: { href: '/' } } }],
    ['an inherited name', { type: '__proto__', payload: {} }],
    ['an unknown type', { type: 'evaluate', payload: { evaluate: { code: '1' } } }],
  ])('%s', (_, message) => {
    expect(editorMessageOf(message)).toBeUndefined();
    expect(pageMessageOf(message)).toBeUndefined();
  });
});
