import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import { useEarly } from '../use-early.ts';
import css from './RadioCards.module.css';

/** One of the cards. */
export interface RadioCard {
  value: string;
  title: string;
  price: string;
  /** What the price is for, such as "a year". */
  per?: string | undefined;
  points: readonly string[];
}

/** One choice of a few, each a card with a price and what it is good for. */
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
  /** The chosen option's value; empty for none. */
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioCard[];
  required?: boolean | undefined;
}) {
  const early = useEarly((group: HTMLFieldSetElement) => {
    const chosen = group.querySelector<HTMLInputElement>('input:checked')?.value;
    if (chosen !== undefined && chosen !== value) onChange(chosen);
  });
  return (
    <fieldset ref={early}>
      <legend className={css.legend}>{legend}</legend>
      <div className={css.cards}>
        {options.map((option, index) => {
          const id = `${name}-${index}`;
          const points = option.points.length > 0;
          return (
            <div key={option.value} className={css.card}>
              <input
                id={id}
                name={name}
                type="radio"
                value={option.value}
                checked={option.value === value}
                required={required}
                aria-describedby={points ? `${id}-points` : undefined}
                onChange={() => onChange(option.value)}
              />
              <label className={css.label} htmlFor={id}>
                <span className={css.title}>{option.title}</span>{' '}
                <span className={css.price}>
                  <b>{option.price}</b>
                  {option.per ? ` ${option.per}` : null}
                </span>
              </label>
              {points ? (
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
