// Phone numbers by the rules of their country (VALID-03). The rules are 30 kB, so they are loaded when somebody begins to type one.

import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number as all the world dials it (`+14155552671`); nothing when it is none of the country's, or empty. */
export function phoneNumber(text: string, country: string): string | undefined {
  if (!isSupportedCountry(country)) return undefined;
  const found = parsePhoneNumberFromString(text, country);
  return found?.isValid() === true ? found.number : undefined;
}

/** A number as it is written in its country, such as `(415) 555-2671`, and the country; nothing when it is none. */
export function phoneParts(text: string, country: string): { readonly country: string; readonly national: string } | undefined {
  const found = isSupportedCountry(country) ? parsePhoneNumberFromString(text, country) : undefined;
  return found === undefined ? undefined : { country: found.country ?? country, national: found.formatNational() };
}
