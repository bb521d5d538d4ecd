// Names of time zones.

const nameOf = (zone: string, locale: string): string => {
  try {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' });
    return format.formatToParts(Date.now()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
};

/** A time zone as people know it: `New York, Eastern Time`. Its own name is found by typing, too. */
export function timeZoneLabel(zone: string, locale: string): string {
  if (zone === 'UTC') return zone;
  const name = nameOf(zone, locale);
  const place = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return name === '' || name === place || name.includes(place) ? name || place : `${place}, ${name}`;
}

/** The time zones of the browser and those that a form has already, for a field with suggestions. */
export const timeZoneOptions = (locale: string, known: string): readonly { readonly value: string; readonly label: string }[] =>
  [...new Set(['UTC', known, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: timeZoneLabel(value, locale),
  }));
