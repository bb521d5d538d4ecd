import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { inputClass } from '../Field/Field.tsx';
import { Icon } from '../Icon/Icon.tsx';
import { useEarly } from '../use-early.ts';
import css from './Select.module.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

/** The browser's list in the look of a field, without a label. */
export function Select({
  options,
  value,
  onValue,
  shown,
  ...rest
}: Omit<ComponentProps<'select'>, 'className' | 'value' | 'onChange' | 'children' | 'ref'> & {
  options: readonly SelectOption[];
  value: string;
  onValue: (value: string) => void;
  /** What the closed list shows, when it is less than the chosen option. */
  shown?: string | undefined;
}) {
  const early = useEarly((select: HTMLSelectElement) => {
    if (select.value !== value) onValue(select.value);
  });
  return (
    <span className={cx(css.select, shown !== undefined && css.short)}>
      <select className={inputClass} value={value} onChange={(event) => onValue(event.currentTarget.value)} ref={early} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {shown === undefined ? null : (
        <span className={css.shown} aria-hidden="true">
          {shown}
        </span>
      )}
      <Icon name="down" />
    </span>
  );
}
