import { minorDigits, useFormats } from '../state/messages.ts';
import type { Price } from '../state/program/shows.ts';
import { TypedField } from './DraftField.tsx';

/** A price; `currency` is that of a new one. */
export function PriceField({
  label,
  value,
  currency,
  onChange,
}: {
  readonly label: string;
  readonly value: Price | undefined;
  readonly currency: string;
  readonly onChange: (price: Price | undefined) => void;
}) {
  const { money } = useFormats();
  const unit = value?.currency === undefined || value.currency === '' ? currency : value.currency;
  return (
    <TypedField<Price | undefined>
      label={label}
      inputMode="decimal"
      value={value}
      format={(price) => (price === undefined ? '' : money(price.amount, unit))}
      parse={(typed) => readPrice(typed, unit)}
      onChange={onChange}
    />
  );
}

/** The price of a text like `13.50`, `$13.5` or `13,50 €`. */
function readPrice(typed: string, currency: string): { readonly value: Price | undefined } | undefined {
  const digits = typed.replaceAll(/[^\d.,]/g, '').replace(',', '.');
  if (typed.trim() === '') return { value: undefined };
  if (!/^\d+(?:\.\d*)?$/.test(digits)) return undefined;
  return { value: { amount: Math.round(Number(digits) * 10 ** minorDigits(currency)), currency } };
}
