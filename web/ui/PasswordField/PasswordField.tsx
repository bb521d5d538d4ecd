import { useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Field, type FieldTexts, descriptionAttributes, inputClass } from '../Field/Field.tsx';
import { Glyph } from '../Icon/Glyph.tsx';
import { EYE_ICON, EYE_OFF_ICON } from '../Icon/form-icons.ts';
import { useTyping } from '../use-typing.ts';
import css from './PasswordField.module.css';

/** A password field: it allows every character (VALID-01) and can show the password (VALID-02). */
export function PasswordField({
  id,
  name,
  label,
  value,
  onChange,
  autoComplete,
  showLabel,
  hideLabel,
  error,
  hint,
  describedBy,
  required,
  disabled,
}: Omit<FieldTexts, 'optional'> & {
  id: string;
  name: string;
  value: string;
  onChange: (text: string) => void;
  autoComplete: 'current-password' | 'new-password';
  /** The name of the toggle, whose state is `aria-pressed`. */
  showLabel: string;
  /** The tooltip of the toggle while the password is shown. */
  hideLabel: string;
  /** Ids of further descriptions, such as the password rules. */
  describedBy?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}) {
  const [shown, setShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const typing = useTyping(value, onChange, true);
  const toggle = () => {
    const input = box.current?.querySelector('input');
    const [start, end] = [input?.selectionStart ?? null, input?.selectionEnd ?? null];
    flushSync(() => setShown(!shown));
    // Some browsers move the caret to the start when the type changes.
    if (input === document.activeElement) input?.setSelectionRange(start, end);
  };
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={css.box} ref={box}>
        <input
          className={inputClass}
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          value={value}
          autoComplete={autoComplete}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          required={required}
          disabled={disabled}
          {...descriptionAttributes(id, { hint, error }, describedBy)}
          {...typing}
        />
        <button
          className="iconbtn needsScript"
          type="button"
          aria-label={showLabel}
          aria-pressed={shown}
          aria-controls={id}
          title={shown ? hideLabel : showLabel}
          disabled={disabled}
          onMouseDown={keepFocus}
          onClick={toggle}
        >
          <Glyph path={shown ? EYE_OFF_ICON : EYE_ICON} />
        </button>
      </div>
    </Field>
  );
}

/** Keeps the focus, and with it a phone's keyboard, when the toggle is pressed. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
