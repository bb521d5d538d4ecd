import { useQuery } from '@tanstack/react-query';
import { phoneRules } from '../../../state/phone-rules.ts';
import { useHomeCountry } from '../../../state/use-countries.ts';

/** The input of a phone field. */
export interface Phone {
  readonly country: string;
  readonly text: string;
}

/** The country and the formats of a stored phone number. Unformatted until the phone number rules (30 kB) have loaded. */
export function usePhoneParts(number: string): {
  readonly country: string;
  readonly national: string;
  readonly international: string;
} {
  const homeCountry = useHomeCountry();
  const { data } = useQuery({
    queryKey: ['phone', number, homeCountry],
    queryFn: async () => (await phoneRules())?.phoneParts(number, homeCountry) ?? null,
    enabled: number !== '',
    staleTime: Infinity,
  });
  return data ?? { country: homeCountry, national: number, international: number };
}

/** A phone number in national format, or in international format if its country is not the site's. */
export function usePhone(number: string): string {
  const homeCountry = useHomeCountry();
  const { country, national, international } = usePhoneParts(number);
  return country === homeCountry ? national : international;
}
