// What the set-up has done. The page that ends it is a document of its own, whose policy permits to frame the new site.

import { field, isRecord, text } from '@marquee/api/json.ts';
import { PROGRAM_WAYS, type ProgramWay } from './form.ts';

/** What the last page says of a new site. */
export interface SetUpResult {
  /** Key of the site. */
  readonly site: string;
  readonly way: ProgramWay;
  /** How long it took. */
  readonly seconds: number;
  /** Whether something of today's website could not be published. */
  readonly isIncomplete: boolean;
  /** Number of films without a picture. */
  readonly withoutPicture: number;
  /** Host of today's website; empty for none. */
  readonly website: string;
  /** What became of the address that keeps the program up to date; absent without one. */
  readonly feed?: FeedResult;
}

/** The number of shows of the next seven days, or why the address could not be connected. */
export type FeedResult = { readonly shows: number } | { readonly reason: string };

const STORAGE_KEY = 'marquee-editor-created';

/** The result of a site from what was stored; undefined for that of another site. */
export function resultOf(stored: unknown, site: string): SetUpResult | undefined {
  if (!isRecord(stored) || stored['site'] !== site) return undefined;
  const count = (name: string): number => {
    const value = stored[name];
    return typeof value === 'number' && value >= 0 ? value : 0;
  };
  return {
    site,
    way: PROGRAM_WAYS.find((way) => way === stored['way']) ?? 'type',
    seconds: count('seconds'),
    isIncomplete: stored['isIncomplete'] === true,
    withoutPicture: count('withoutPicture'),
    website: text(stored['website']),
    ...feedOf(stored['feed']),
  };
}

function feedOf(stored: unknown): Pick<SetUpResult, 'feed'> {
  const [shows, reason] = [field(stored, 'shows'), field(stored, 'reason')];
  if (typeof shows === 'number') return { feed: { shows } };
  return typeof reason === 'string' ? { feed: { reason } } : {};
}

/** Keeps a result for the page that ends the set-up, in this tab. */
export function keepResult(result: SetUpResult): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(result));
}

function storedResult(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
  } catch {
    return undefined;
  }
}

/** What the set-up has done for a site; undefined if it was not in this tab. */
export const findResult = (site: string): SetUpResult | undefined => resultOf(storedResult(), site);

/** The next steps, the most useful first; at most four. */
const NEXT_STEPS = ['domain', 'pictures', 'invite', 'program', 'design', 'settings'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];
const SHOWN_STEPS = 4;

/** What to do next on a site at an origin. */
export function nextSteps(result: SetUpResult | undefined, origin: string): readonly NextStep[] {
  const { website = '', withoutPicture = 0 } = result ?? {};
  const isElsewhere = website !== '' && website !== new URL(origin).host;
  const isUseful = (step: NextStep): boolean => (step === 'domain' ? isElsewhere : step === 'pictures' ? withoutPicture > 0 : true);
  return NEXT_STEPS.filter(isUseful).slice(0, SHOWN_STEPS);
}
