import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import { useEarlyInput } from '../use-early-input.ts';
import css from './RadioCards.module.css';

export interface RadioCard {
  value: string;
  title: string;
  price: string;
  /** The period of the price, such as "a year". */
  per?: string | undefined;
  /** The benefits. */
  points: readonly string[];
}

/** A radio group whose options are cards with a price and benefits. */
export function RadioCards({
  legend,
  name,
  value,
  onChange,
  options,
  required,
}: {
  legend: ReactNode;
  name: string;
  /** The value of the chosen option; empty for none. */
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioCard[];
  required?: boolean | undefined;
}) {
  const ref = useEarlyInput((group: HTMLFieldSetElement) => {
    const chosen = group.querySelector<HTMLInputElement>('input:checked')?.value;
    if (chosen !== undefined && chosen !== value) onChange(chosen);
  });
  return (
    <fieldset ref={ref}>
      <legend className={css.legend}>{legend}</legend>
      <div className={css.cards}>
        {options.map((option, index) => {
          const id = `${name}-${index}`;
          const hasPoints = option.points.length > 0;
          return (
            <div key={option.value} className={css.card}>
              <input
                id={id}
                name={name}
                type="radio"
                value={option.value}
                checked={option.value === value}
                required={required}
                aria-describedby={hasPoints ? `${id}-points` : undefined}
                onChange={() => onChange(option.value)}
              />
              <label className={css.label} htmlFor={id}>
                <span className={css.title}>{option.title}</span>{' '}
                <span className={css.price}>
                  <b>{option.price}</b>
                  {option.per ? ` ${option.per}` : null}
                </span>
              </label>
              {hasPoints ? (
                <ul className={css.points} id={`${id}-points`}>
                  {option.points.map((point) => (
                    <li key={point}>
                      <Icon name="check" />
                      <span>{point}</span>
                    </li>
                  ))}
                </ul>
              ) : null}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
