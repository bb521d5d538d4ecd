// What is typed to connect a feed or to change one.

import type {
  EditorFeed,
  FeedConflicts,
  FeedCredential,
  FeedProblem,
  FeedSettings,
  FeedTheater,
  FeedTrialRequest,
  FoundTheater,
  ScheduleFormat,
  MissingShows,
  TitleRule,
} from '@marquee/api/editor.gen.ts';
import { fold } from '@marquee/rules/fold.ts';
import { FORMATS_WITHOUT_SHOWS } from '@marquee/rules/shared.gen.ts';
import type { ApiError } from '../api/client.ts';
import { begunForms } from '../begun-forms.ts';
import { type FeedSystem, systemOf } from './systems.ts';

/** The steps, in their order. */
const FEED_STEPS = ['system', 'theaters', 'trial'] as const;
export type FeedStep = (typeof FEED_STEPS)[number];

/** Whether a feed has shows, and not only facts of films. */
export const hasShows = ({ format }: { readonly format?: ScheduleFormat | undefined }): boolean =>
  format === undefined || !FORMATS_WITHOUT_SHOWS.includes(format);

/** The steps of a form. Facts of films are for all theaters. */
export const stepsOf = (form: FeedForm): readonly FeedStep[] => FEED_STEPS.filter((step) => step !== 'theaters' || hasShows(form));

/** Minutes between two runs that are offered. */
export const INTERVALS = [5, 15, 30, 60, 360, 1440] as const;
const DEFAULT_INTERVAL = 5;
/** As on the server. */
const DEFAULT_HOLD_PERCENT = 40;
const MAX_NAME = 60;

/** How the system knows who asks: `stored` keeps what the server has. */
export type CredentialChoice = FeedCredential['kind'] | 'stored';

/** Everything of a feed that a person chooses. */
export interface FeedForm {
  /** Absent until a system is chosen, and for feeds whose responses tell their format. */
  readonly format?: ScheduleFormat;
  readonly name: string;
  readonly address: string;
  readonly credential: CredentialChoice;
  /** The name of the header, or of the user. */
  readonly account: string;
  /** The token, the value of the header, or the password. */
  readonly secret: string;
  readonly intervalMinutes: number;
  /** As typed. */
  readonly holdPercent: string;
  readonly conflicts: FeedConflicts;
  readonly missingShows: MissingShows;
  readonly theaters: readonly FeedTheater[];
  /** What was typed before a system was chosen whose address is the same for everybody. */
  readonly typed?: Pick<FeedForm, 'address' | 'intervalMinutes'>;
}

export const NEW_FEED: FeedForm = {
  name: '',
  address: '',
  credential: 'none',
  account: '',
  secret: '',
  intervalMinutes: DEFAULT_INTERVAL,
  holdPercent: String(DEFAULT_HOLD_PERCENT),
  conflicts: 'feedWins',
  missingShows: 'canceled',
  theaters: [],
};

/** The form of a feed that is changed. */
export function formOf(feed: EditorFeed): FeedForm {
  const { name, address, intervalMinutes, holdPercent, conflicts, missingShows, theaters } = feed;
  return {
    ...NEW_FEED,
    ...(feed.format === undefined ? {} : { format: feed.format }),
    name,
    address,
    intervalMinutes,
    conflicts,
    missingShows,
    theaters,
    credential: feed.credential === undefined ? 'none' : 'stored',
    holdPercent: String(holdPercent),
  };
}

/** The forms that were begun, by site and feed. They are forgotten once the feed is saved. */
const BEGUN = begunForms<FeedForm>(({ secret }) => secret !== '');

const begunKey = (site: string, feed: string | undefined): string => `${site}/${feed ?? ''}`;

/** The form that was begun; else undefined. */
export const useBegunForm = (site: string, feed: string | undefined): FeedForm | undefined => BEGUN.useForm(begunKey(site, feed));

/** Keeps a form while other screens are shown; undefined forgets it. */
export const keepForm = (site: string, feed: string | undefined, form: FeedForm | undefined): void =>
  BEGUN.keep(begunKey(site, feed), form);

/** Whether a form is still the one that is kept: nothing was typed since, and nothing was forgotten. */
export const isKept = (site: string, feed: string | undefined, form: FeedForm): boolean =>
  BEGUN.find(begunKey(site, feed)) === form;

/** The form with another system. `name` is that of the system, `before` that of the system until now. A typed name stays. */
export function withSystem(form: FeedForm, system: FeedSystem, name: string, before: string | undefined): FeedForm {
  const isOwnName = form.name.trim() !== '' && form.name !== before;
  const isStored = form.credential === 'stored';
  const chosen = systemOf(form.format);
  const { address, intervalMinutes } = form;
  const typed = chosen?.address === undefined ? { address, intervalMinutes } : form.typed;
  return {
    ...form,
    ...(system.address === undefined
      ? (typed ?? { address: '', intervalMinutes: DEFAULT_INTERVAL })
      : {
          address: system.address,
          intervalMinutes: system.interval ?? intervalMinutes,
          ...(typed === undefined ? {} : { typed }),
        }),
    ...(chosen?.key === system.key ? { address, intervalMinutes } : {}),
    format: system.format,
    name: isOwnName ? form.name : name,
    credential: isStored ? 'stored' : (system.credential ?? 'none'),
    account: isStored ? form.account : (system.header ?? ''),
  };
}

/** What can be wrong with the form. */
export type FeedField = 'format' | 'name' | 'address' | 'account' | 'secret' | 'theaters' | 'holdPercent';
export type FeedFault = 'required' | 'address' | 'long' | 'percent';
export type FeedFaults = Partial<Readonly<Record<FeedField, FeedFault>>>;

/** Whether a text is an address that can be read. */
function isAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text.trim()).protocol);
  } catch {
    return false;
  }
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** The percentage that a run may remove; undefined if it is not one. */
export function percentOf(typed: string): number | undefined {
  const percent = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return percent >= 1 && percent <= 100 ? percent : undefined;
}

/** What is wrong in the first step, which has the limit of a feed that is changed. */
export function systemFaults(form: FeedForm): FeedFaults {
  const needsAccount = form.credential === 'header' || form.credential === 'basic';
  const needsSecret = needsAccount || form.credential === 'bearer';
  return {
    ...(isEmpty(form.name) ? { name: 'required' as const } : {}),
    ...(form.name.trim().length > MAX_NAME ? { name: 'long' as const } : {}),
    ...(isAddress(form.address) ? {} : { address: isEmpty(form.address) ? ('required' as const) : ('address' as const) }),
    ...(needsAccount && isEmpty(form.account) ? { account: 'required' as const } : {}),
    ...(needsSecret && isEmpty(form.secret) ? { secret: 'required' as const } : {}),
    ...(hasShows(form) ? trialFaults(form) : {}),
  };
}

/** Whether the feed describes films of the site, and leaves showtimes to others: no theater is chosen. */
export const isOfFilmsOnly = ({ theaters }: FeedForm): boolean => theaters.every(({ theater }) => theater === undefined);

/** What is wrong in the third step. */
export const trialFaults = ({ holdPercent }: FeedForm): FeedFaults =>
  percentOf(holdPercent) === undefined ? { holdPercent: 'percent' } : {};

export const hasFaults = (faults: FeedFaults): boolean => Object.keys(faults).length > 0;

/** Problems of a response that another address may solve. */
const OF_ADDRESS: ReadonlySet<string> = new Set<FeedProblem>([
  'address',
  'notPublic',
  'unreachable',
  'status',
  'redirects',
  'timeout',
  'tooLarge',
]);

/** The field that an error of the server is about; undefined for an error about something else. */
export function refusedField({ code, field }: ApiError): FeedField | undefined {
  if (code === 'credential' || code === 'sealed' || field === 'credential') return 'secret';
  if (OF_ADDRESS.has(code)) return 'address';
  return (['format', 'name', 'address', 'theaters', 'holdPercent'] as const).find((name) => name === field);
}

/** What the system wants to see; undefined keeps what is stored. */
function credentialOf({ credential, account, secret }: FeedForm): FeedCredential | undefined {
  switch (credential) {
    case 'stored':
      return undefined;
    case 'none':
      return { kind: 'none' };
    case 'bearer':
      return { kind: 'bearer', token: secret.trim() };
    case 'header':
      return { kind: 'header', name: account.trim(), value: secret.trim() };
    case 'basic':
      return { kind: 'basic', user: account.trim(), password: secret };
  }
}

/** The request of a trial. Without theaters, it tells which there are. `feed` is the feed that is changed. */
export function trialRequest(form: FeedForm, feed: EditorFeed | undefined, withTheaters: boolean): FeedTrialRequest {
  const credential = credentialOf(form);
  return {
    address: form.address.trim(),
    ...(form.format === undefined ? {} : { format: form.format }),
    ...(withTheaters ? { theaters: [...form.theaters] } : {}),
    holdPercent: percentOf(form.holdPercent) ?? DEFAULT_HOLD_PERCENT,
    conflicts: form.conflicts,
    ...(feed === undefined || feed.titleRules.length === 0 ? {} : { titleRules: feed.titleRules }),
    ...(credential === undefined || credential.kind === 'none' ? {} : { credential }),
    ...(feed !== undefined && credential === undefined ? { feed: feed.id } : {}),
  };
}

/** The settings of a feed. Its rules for titles are changed in a dialog of their own. */
export function settingsOf(form: FeedForm, isOn: boolean, titleRules: readonly TitleRule[]): FeedSettings {
  const credential = credentialOf(form);
  return {
    name: form.name.trim(),
    address: form.address.trim(),
    ...(form.format === undefined ? {} : { format: form.format }),
    theaters: hasShows(form) ? [...form.theaters] : [],
    intervalMinutes: form.intervalMinutes,
    holdPercent: percentOf(form.holdPercent) ?? DEFAULT_HOLD_PERCENT,
    conflicts: form.conflicts,
    missingShows: form.missingShows,
    titleRules: [...titleRules],
    isOn,
    ...(credential === undefined ? {} : { credential }),
  };
}

/** The settings of a feed as they are, switched on or off. */
export const switchedSettings = (feed: EditorFeed, isOn: boolean): FeedSettings => settingsOf(formOf(feed), isOn, feed.titleRules);

/** Whether a change of a feed must be tried first: it may read other shows. */
export function needsTrial(form: FeedForm, feed: EditorFeed): boolean {
  const stored = formOf(feed);
  return form.address.trim() !== stored.address || form.format !== stored.format || form.credential !== stored.credential;
}

/**
 * The theaters of a feed with those of the site: as chosen before, as the server has matched them by their ids, by their names, or the
 * only ones of both.
 */
export function matchTheaters(
  found: readonly FoundTheater[],
  theaters: readonly { readonly id: string; readonly name: string }[],
  before: readonly FeedTheater[],
): readonly FeedTheater[] {
  const [only] = theaters;
  const isOnly = found.length === 1 && theaters.length === 1;
  return found.map(({ id, name, theater }) => {
    const chosen = before.find((match) => match.feed === id);
    if (chosen !== undefined) return chosen;
    const match = theater ?? theaters.find((one) => fold(one.name) === fold(name))?.id ?? (isOnly ? only?.id : undefined);
    return { feed: id, ...(match === undefined ? {} : { theater: match }) };
  });
}

/** The theaters with another match of one of them; undefined does not import it. */
export const withMatch = (theaters: readonly FeedTheater[], feed: string, theater: string | undefined): readonly FeedTheater[] =>
  theaters.map((match) => (match.feed === feed ? { feed, ...(theater === undefined ? {} : { theater }) } : match));
