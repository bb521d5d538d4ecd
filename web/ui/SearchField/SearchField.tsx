import { cx } from '../cx.ts';
import { Icon } from '../Icon/Icon.tsx';
import { useTyping } from '../use-typing.ts';
import css from './SearchField.module.css';

/** A search field (VALID-01): `box` has a border, `bare` is for the head of a dialog. */
export function SearchField({
  label,
  name,
  text = '',
  maxLength,
  look = 'box',
  autofocus = false,
  onText,
}: {
  /** Accessible name and placeholder. */
  label: string;
  /** Name of the form field. */
  name?: string;
  /** Initial text. */
  text?: string;
  /** Maximum length in UTF-16 code units. */
  maxLength: number;
  look?: 'box' | 'bare';
  /** Whether a dialog focuses the field when it opens. */
  autofocus?: boolean;
  /** Called with the text when it changes, and once at first if the visitor typed before the scripts ran. */
  onText: (text: string) => void;
}) {
  const typing = useTyping(text, onText);
  return (
    <span className={cx(css.field, css[look])}>
      <Icon name="search" />
      <input
        type="search"
        name={name}
        defaultValue={text}
        maxLength={maxLength}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        data-autofocus={autofocus ? '' : undefined}
        {...typing}
      />
    </span>
  );
}
