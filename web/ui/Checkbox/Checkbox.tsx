import type { ReactNode } from 'react';
import { ErrorLine } from '../Field/ErrorLine.tsx';
import { descriptionAttributes } from '../Field/Field.tsx';
import { Icon } from '../Icon/Icon.tsx';
import { useEarlyInput } from '../use-early-input.ts';
import css from './Checkbox.module.css';

/** A single checkbox. Its label may contain links. */
export function Checkbox({
  id,
  name,
  label,
  checked,
  onChange,
  error,
  required,
  disabled,
}: {
  id: string;
  name: string;
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}) {
  const ref = useEarlyInput((input: HTMLInputElement) => {
    if (input.checked !== checked) onChange(input.checked);
  });
  return (
    <div>
      <label className={css.check}>
        <span className={css.box}>
          <input
            id={id}
            name={name}
            type="checkbox"
            checked={checked}
            required={required}
            disabled={disabled}
            onChange={(event) => onChange(event.currentTarget.checked)}
            ref={ref}
            {...descriptionAttributes(id, { error })}
          />
          <Icon name="check" />
        </span>
        <span className={css.words}>{label}</span>
      </label>
      <ErrorLine id={id} error={error} />
    </div>
  );
}
