import type { EditorKey } from '@marquee/rules/preview-editing.ts';

/** The used fields of a keyboard event. */
type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** What a key means to the editor; undefined if it is for the page. `text` is the text that has the focus. */
export function editorKeyOf(event: Key, text: { readonly isInEmptyLine: boolean } | undefined): EditorKey | undefined {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) return commandOf(event, text !== undefined);
  if (event.altKey) return key === 'ArrowUp' ? 'moveUp' : key === 'ArrowDown' ? 'moveDown' : undefined;
  if (key === 'Escape') return 'Escape';
  if (text !== undefined) return key === '/' && text.isInEmptyLine ? 'add' : undefined;
  return key === 'Delete' ? 'Delete' : undefined;
}

function commandOf({ key, shiftKey }: Key, isInText: boolean): EditorKey | undefined {
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      return 'redo';
    case 'd':
      return 'duplicate';
    case 'k':
      return isInText ? 'link' : 'palette';
    case 'enter':
      return 'publish';
    default:
      return undefined;
  }
}
