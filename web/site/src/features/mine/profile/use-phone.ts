import { useQuery } from '@tanstack/react-query';
import { phoneRules } from '../../../state/phone-rules.ts';
import { useHomeCountry } from '../../../state/use-countries.ts';

/** A number as it is typed. */
export interface Phone {
  readonly country: string;
  readonly text: string;
}

/** A number in its country and as it is written there; as it is kept until the rules of countries are there (they are 30 kB). */
export function usePhoneParts(number: string): { readonly country: string; readonly national: string; readonly international: string } {
  const home = useHomeCountry();
  const { data } = useQuery({
    queryKey: ['phone', number, home],
    queryFn: async () => (await phoneRules())?.phoneParts(number, home) ?? null,
    enabled: number !== '',
    staleTime: Infinity,
  });
  return data ?? { country: home, national: number, international: number };
}

/** A number as it is written in its country, with what is dialled from abroad where it is another country than the site's. */
export function usePhone(number: string): string {
  const home = useHomeCountry();
  const { country, national, international } = usePhoneParts(number);
  return country === home ? national : international;
}
