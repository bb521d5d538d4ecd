interface Click {
  readonly button: number;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a click follows the link in this tab: with the main button and without a modifier key. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** Whether the page is a preview of the editor, on which clicks select what they are on and links lead nowhere (LINK-04). */
export const isPreview = (): boolean => document.documentElement.dataset['preview'] !== undefined;
