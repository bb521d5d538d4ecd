import { type Country, homeCountry, offeredCountries } from '@marquee/rules/phone/calling-codes.ts';
import type { PhoneCountry } from '@marquee/ui/PhoneField/PhoneField.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { useMemo } from 'react';
import { localeTag } from './locale-tag.ts';
import { usePage } from './page.ts';

/** The countries that the site's forms offer (SITE-07). */
function useOffered(): readonly Country[] {
  const { page } = usePage();
  const codes = page.kind === 'member' ? page.area.countries : undefined;
  return useMemo(() => offeredCountries(codes), [codes]);
}

/** The default country of phone numbers: numbers of this country are shown without the calling code. */
export function useHomeCountry(): string {
  const { locale, country } = usePage().context.intl;
  return homeCountry(locale.long, country.iso31661A2, useOffered());
}

/**
 * The offered countries, sorted by name in the page's language. The renderer has no country names, so it renders only the chosen
 * country, by its code.
 */
export function useCountries(chosen: string): readonly PhoneCountry[] {
  const { long } = usePage().context.intl.locale;
  const hydrated = useHydrated();
  const offered = useOffered();
  return useMemo(() => {
    if (!hydrated) return withNames(offered, (code) => code).filter(({ code }) => code === chosen);
    const tag = localeTag(long);
    const names = new Intl.DisplayNames(tag, { type: 'region' });
    const { compare } = new Intl.Collator(tag);
    return withNames(offered, (code) => names.of(code) ?? code).toSorted((a, b) => compare(a.name, b.name));
  }, [hydrated, long, chosen, offered]);
}

const withNames = (offered: readonly Country[], name: (code: string) => string): PhoneCountry[] =>
  offered.map(({ code, callingCode }) => ({ code, callingCode, name: name(code) }));
