import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { inputClass } from '../Field/Field.tsx';
import { Icon } from '../Icon/Icon.tsx';
import { useEarlyInput } from '../use-early-input.ts';
import css from './Select.module.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

/** A native select element that looks like a field, without a label. */
export function Select({
  options,
  value,
  onValue,
  closedLabel,
  ...rest
}: Omit<ComponentProps<'select'>, 'className' | 'value' | 'onChange' | 'children' | 'ref'> & {
  options: readonly SelectOption[];
  value: string;
  onValue: (value: string) => void;
  /** What the closed list shows. Default: the label of the chosen option. */
  closedLabel?: string | undefined;
}) {
  const ref = useEarlyInput((select: HTMLSelectElement) => {
    if (select.value !== value) onValue(select.value);
  });
  return (
    <span className={cx(css.select, closedLabel !== undefined && css.short)}>
      <select className={inputClass} value={value} onChange={(event) => onValue(event.currentTarget.value)} ref={ref} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {closedLabel === undefined ? null : (
        <span className={css.closedLabel} aria-hidden="true">
          {closedLabel}
        </span>
      )}
      <Icon name="down" />
    </span>
  );
}
