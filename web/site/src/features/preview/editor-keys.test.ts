import { expect, it } from 'vitest';
import { editorKeyOf } from './editor-keys.ts';

const press = (key: string, modifiers: { readonly [name in 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey']?: boolean } = {}) => ({
  key,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
});
const TEXT = { isInEmptyLine: false };

it.each([
  [press('Escape'), undefined, 'Escape'],
  [press('Escape'), TEXT, 'Escape'],
  [press('Delete'), undefined, 'Delete'],
  [press('Delete'), TEXT, undefined],
  [press('/'), TEXT, undefined],
  [press('/'), { isInEmptyLine: true }, 'add'],
  [press('/'), undefined, undefined],
  [press('z', { ctrlKey: true }), TEXT, 'undo'],
  [press('Z', { metaKey: true, shiftKey: true }), TEXT, 'redo'],
  [press('y', { ctrlKey: true }), undefined, 'redo'],
  [press('d', { ctrlKey: true }), undefined, 'duplicate'],
  [press('k', { ctrlKey: true }), TEXT, 'link'],
  [press('k', { ctrlKey: true }), undefined, 'palette'],
  [press('Enter', { ctrlKey: true }), TEXT, 'publish'],
  [press('b', { ctrlKey: true }), TEXT, undefined],
  [press('ArrowUp', { altKey: true }), undefined, 'moveUp'],
  [press('ArrowDown', { altKey: true }), TEXT, 'moveDown'],
  [press('x'), TEXT, undefined],
])('PREV-11 %o in %o is %s', (event, text, key) => {
  expect(editorKeyOf(event, text)).toBe(key);
});
