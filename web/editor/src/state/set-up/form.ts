// The answers of the set-up: defaults, what is wrong with them, and the request that creates the site.

import { isRecord } from '@marquee/api/json.ts';
import type { NewSiteRequest, ScheduleReading } from '@marquee/api/editor.gen.ts';
import { COUNTRIES } from './countries.ts';
import type { Schedule } from '../schedule.ts';
import type { ScheduleSite } from './schedule.ts';
import { PARTS, type Part, type Website, isTaken, takenOver } from './website.ts';

/** The steps, in order. */
export const STEPS = ['site', 'look', 'program'] as const;
export type Step = (typeof STEPS)[number];

/** What the operator has typed and chosen. */
export interface SetUpForm {
  readonly name: string;
  readonly address: string;
  readonly host: string;
  /** IANA time zone. */
  readonly timeZone: string;
  /** Such as `en`. */
  readonly language: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly isSingleLocation: boolean;
  readonly screens: string;
  /** Id of a look; empty for the first. */
  readonly look: string;
  /** Address of today's website; empty for none. */
  readonly website: string;
  /** What is taken over from it, if it is found. */
  readonly takes: readonly Part[];
  /** How the first showtimes get into the site. */
  readonly program: ProgramWay;
  /** Address of a schedule to import; empty for none. */
  readonly scheduleAddress: string;
  /** Whether the site follows the address of the schedule. */
  readonly followsAddress: boolean;
}

/** The ways in which showtimes get into a site. `website` is what was found on today's website; without that, they are typed. */
export const PROGRAM_WAYS = ['website', 'type', 'spreadsheet', 'import'] as const;
export type ProgramWay = (typeof PROGRAM_WAYS)[number];

export type SetUpField = keyof SetUpForm;
export type Fault = 'nameRequired' | 'nameInvalid' | 'addressInvalid' | 'hostRequired' | 'hostInvalid' | 'screensInvalid';

/** What the browser says about the operator. */
export interface BrowserDefaults {
  readonly languages: readonly string[];
  readonly timeZone: string;
  /** Languages that sites have. */
  readonly offered: readonly string[];
}

/** Limits of the server. */
const MAX = { name: 200, address: 400, screens: 60 } as const;

/** The form before anything is typed: language, country and time zone are those of the browser. */
export function defaultsOf({ languages, timeZone, offered }: BrowserDefaults): SetUpForm {
  const locales = languages.flatMap((tag) => localeOf(tag) ?? []);
  const known = locales.find(({ language }) => offered.includes(language));
  // The region that the operator has chosen says more than the usual one of a language.
  const country = locales.find(({ region }) => region !== undefined)?.region ?? locales[0]?.maximize().region ?? 'US';
  return {
    name: '',
    address: '',
    host: '',
    timeZone: timeZone === '' ? 'UTC' : timeZone,
    language: known?.language ?? 'en',
    country: COUNTRIES.includes(country) ? country : 'US',
    isSingleLocation: true,
    screens: '1',
    look: '',
    website: '',
    takes: ['logo', 'colors', 'program'],
    program: 'website',
    scheduleAddress: '',
    followsAddress: true,
  };
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** A form from the device, with defaults for what is missing. */
export function storedForm(stored: unknown, defaults: SetUpForm): SetUpForm {
  if (!isRecord(stored)) return defaults;
  const text = (name: Exclude<SetUpField, 'isSingleLocation' | 'followsAddress' | 'program' | 'takes'>): string => {
    const value = stored[name];
    return typeof value === 'string' ? value : defaults[name];
  };
  return {
    name: text('name'),
    address: text('address'),
    host: text('host'),
    timeZone: text('timeZone'),
    language: text('language'),
    country: text('country'),
    isSingleLocation: stored['isSingleLocation'] !== false,
    screens: text('screens'),
    look: text('look'),
    website: text('website'),
    takes: takesOf(stored['takes']) ?? defaults.takes,
    program: PROGRAM_WAYS.find((way) => way === stored['program']) ?? defaults.program,
    scheduleAddress: text('scheduleAddress'),
    followsAddress: stored['followsAddress'] !== false,
  };
}

const takesOf = (stored: unknown): readonly Part[] | undefined =>
  Array.isArray(stored) ? PARTS.filter((part) => stored.includes(part)) : undefined;

/** How showtimes get into the site, with what was found so far. */
export function wayOf({ program, takes }: SetUpForm, website: Website): ProgramWay {
  if (program !== 'website') return program;
  return isTaken(website, takes, 'program') ? 'website' : 'type';
}

/** How many films of the program have no picture. */
export function withoutPictureOf(form: SetUpForm, website: Website, { reading }: Schedule<ScheduleReading>): number {
  const way = wayOf(form, website);
  if (way === 'website') return website.program?.withoutPicture ?? 0;
  return way === 'import' ? (reading?.withoutPicture ?? 0) : 0;
}

/** Whether a host name is that of this machine, where the server chooses the hosts of new sites. */
export const isLoopback = (hostname: string): boolean => /(?:^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname);

/** A name in lower case without accents, for hosts: `Kino Müller` gives `kino-muller`. */
const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The address of the site so far; empty if it is not known yet. `local` is the host of a local editor. */
export function addressOf({ name, host }: SetUpForm, local: string | undefined): string {
  if (local === undefined) return host.trim().toLowerCase();
  const [, port = ''] = /(:\d+)?$/.exec(local) ?? [];
  return slug(name) === '' ? '' : `${slug(name)}.localhost${port}`;
}

/** What is wrong with the answers. The server checks them again. */
export function faultsOf(form: SetUpForm, needsHost: boolean): Partial<Readonly<Record<SetUpField, Fault>>> {
  const name = form.name.trim();
  const host = form.host.trim();
  const screens = Number(form.screens);
  const hostFault = host === '' ? 'hostRequired' : isHost(host) ? undefined : 'hostInvalid';
  const nameFault =
    name === '' ? 'nameRequired' : /[\p{L}\p{N}]/u.test(name) && name.length <= MAX.name ? undefined : 'nameInvalid';
  return {
    ...(nameFault && { name: nameFault }),
    ...(form.address.length > MAX.address && { address: 'addressInvalid' as const }),
    ...(!(Number.isInteger(screens) && screens >= 1 && screens <= MAX.screens) && { screens: 'screensInvalid' as const }),
    ...(needsHost && hostFault && { host: hostFault }),
  };
}

const isHost = (text: string): boolean =>
  text.length <= 253 &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+(?::\d{1,5})?$/i.test(text);

/** The request that creates the site. */
export const requestOf = (form: SetUpForm, needsHost: boolean, website: Website, schedule: Schedule): NewSiteRequest => ({
  name: form.name.trim(),
  address: form.address.trim(),
  timeZone: form.timeZone,
  locale: `${form.language}-${form.country}`,
  country: form.country,
  isSingleLocation: form.isSingleLocation,
  screens: Number(form.screens),
  look: form.look,
  ...(needsHost ? { host: form.host.trim().toLowerCase() } : {}),
  ...websiteOf(form, website),
  ...(form.program === 'import' && schedule.source !== undefined ? { schedule: schedule.source } : {}),
});

/** What the server needs to know of the new site to read a schedule. */
export const scheduleSiteOf = (form: SetUpForm): ScheduleSite => ({
  name: form.name.trim(),
  timeZone: form.timeZone,
  locale: `${form.language}-${form.country}`,
  country: form.country,
  screens: Number(form.screens),
});

/** What is taken over, unless the operator has removed the address since. */
function websiteOf(form: SetUpForm, website: Website): Pick<NewSiteRequest, 'website'> {
  const found = form.website.trim() === '' ? undefined : takenOver(website, form.takes, wayOf(form, website) === 'website');
  return found === undefined ? {} : { website: found };
}

const FIELDS: readonly SetUpField[] = [
  'name',
  'address',
  'host',
  'timeZone',
  'language',
  'country',
  'isSingleLocation',
  'screens',
  'look',
  'website',
  'takes',
  'program',
  'scheduleAddress',
  'followsAddress',
];

/** The field of the form that a field of the request comes from; undefined if it is not one of them. */
export function fieldOf(name: string): SetUpField | undefined {
  if (name === 'locale') return 'language';
  return FIELDS.find((field) => field === name);
}

/** The step with a field. */
export const stepOf = (field: SetUpField): Step =>
  field === 'program' || field === 'scheduleAddress' || field === 'followsAddress'
    ? 'program'
    : field === 'look' || field === 'website' || field === 'takes'
      ? 'look'
      : 'site';
