import { COUNTRIES } from '@marquee/rules/phone/calling-codes.ts';
import type { PhoneCountry } from '@marquee/ui/PhoneField/PhoneField.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { useMemo } from 'react';
import { localeTag } from './locale-tag.ts';
import { usePage } from './page.tsx';

/**
 * All countries by name, the visitor's alphabet deciding. The server names none, for it knows no names of countries: it gives
 * the chosen one by its letters.
 */
export function useCountries(chosen: string): readonly PhoneCountry[] {
  const { long } = usePage().context.intl.locale;
  const hydrated = useHydrated();
  return useMemo(() => {
    if (!hydrated) return named((code) => code).filter(({ code }) => code === chosen);
    const tag = localeTag(long);
    const names = new Intl.DisplayNames(tag, { type: 'region' });
    const { compare } = new Intl.Collator(tag);
    return named((code) => names.of(code) ?? code).toSorted((a, b) => compare(a.name, b.name));
  }, [hydrated, long, chosen]);
}

const named = (name: (code: string) => string): PhoneCountry[] => COUNTRIES.map(({ code, callingCode }) => ({ code, callingCode, name: name(code) }));
