// Phone numbers by the rules of their country (VALID-03). The rules have 30 kB, so they are loaded when a visitor begins to type a number.

import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number in E.164 format (`+14155552671`); undefined if it is not valid in the country. */
export function phoneNumber(text: string, country: string): string | undefined {
  if (!isSupportedCountry(country)) return undefined;
  const parsed = parsePhoneNumberFromString(text, country);
  return parsed?.isValid() === true ? parsed.number : undefined;
}

/** The country of a number, its national format, such as `(415) 555-2671`, and its international format; undefined if it is not a number. */
export function phoneParts(
  text: string,
  country: string,
): { readonly country: string; readonly national: string; readonly international: string } | undefined {
  const parsed = isSupportedCountry(country) ? parsePhoneNumberFromString(text, country) : undefined;
  return parsed === undefined
    ? undefined
    : { country: parsed.country ?? country, national: parsed.formatNational(), international: parsed.formatInternational() };
}
