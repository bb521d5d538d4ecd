import { useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Field, type FieldWords, describes, inputClass } from '../Field/Field.tsx';
import { Glyph } from '../Icon/Glyph.tsx';
import { EYE_ICON, EYE_OFF_ICON } from '../Icon/form-icons.ts';
import { useTyping } from '../use-typing.ts';
import css from './PasswordField.module.css';

/** A field for a password: every character is kept (VALID-01), and it can be shown (VALID-02). */
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
}: Omit<FieldWords, 'optional'> & {
  id: string;
  name: string;
  value: string;
  onChange: (text: string) => void;
  autoComplete: 'current-password' | 'new-password';
  /** Names the toggle, which then says itself whether it is pressed. */
  showLabel: string;
  /** The toggle's tooltip while the password is shown. */
  hideLabel: string;
  /** Ids of what else describes it, such as the rules of a password. */
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
    // Some browsers put the caret to the start when the type changes.
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
          {...describes(id, { hint, error }, describedBy)}
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

/** A pointer on the toggle leaves the focus, and with it a phone's keyboard, where it is. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
