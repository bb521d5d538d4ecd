import { cx } from '../cx.ts';
import { Icon } from '../Icon/Icon.tsx';
import { useTyping } from '../use-typing.ts';
import css from './SearchField.module.css';

/** A field to search in (VALID-01): `box` has an edge of its own, `bare` stands in the head of a dialog. */
export function SearchField({
  label,
  name,
  text = '',
  look = 'box',
  autofocus = false,
  onText,
}: {
  /** Its accessible name, seen while it is empty. */
  label: string;
  /** Its name in a form. */
  name?: string;
  /** What it says at first. */
  text?: string;
  look?: 'box' | 'bare';
  /** Whether a dialog that opens puts the focus here. */
  autofocus?: boolean;
  /** Told what the field says: when it changes, and at first if the visitor was faster than the scripts. */
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
        maxLength={100}
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
