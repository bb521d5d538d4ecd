// Feeds of the in-memory server: a healthy one, a stale one and one whose run is held.

import type {
  EditorFeed,
  EditorFeeds,
  FeedDay,
  FeedRun,
  FeedRunReport,
  FeedRunResult,
  FeedTrial,
  ImportPlan,
  ImportedFilm,
  ImportedShow,
} from '@marquee/api/editor.gen.ts';
import { recordsOf } from '@marquee/editor/src/state/content/records.ts';
import { isRecord, list, text } from '@marquee/api/json.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HELD_RUN = '42';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the feeds are about. */
interface FakeFeedContent {
  readonly theaters: readonly Named[];
  readonly films: readonly { readonly id: string; readonly title: string; readonly poster: string }[];
  readonly now: () => Date;
}

const filmsOf = (films: unknown): FakeFeedContent['films'] =>
  list(films).flatMap((film) =>
    isRecord(film) ? [{ id: text(film['id']), title: text(film['title']), poster: text(film['poster']) }] : [],
  );

export class FakeFeeds {
  readonly #content: FakeFeedContent;
  #feeds: readonly EditorFeed[];
  #runs: readonly FeedRun[];
  #isHeld = true;

  constructor(live: unknown, films: unknown, now: () => Date) {
    const theaters = recordsOf(live, 'theaters');
    this.#content = { theaters, films: filmsOf(films), now };
    const [first, second, third] = theaters;
    const feedTheaters = (chosen: readonly (Named | undefined)[]) =>
      chosen.flatMap((theater) => (theater === undefined ? [] : [{ feed: theater.id, theater: theater.id }]));
    const common = {
      intervalMinutes: 5,
      holdPercent: 40,
      conflicts: 'feedWins',
      missingShows: 'canceled',
      isOn: true,
      shows: 163,
      showsUntil: this.#day(9),
      warnings: 0,
    } as const;
    this.#runs = [
      this.#run(HELD_RUN, '1', 4, 'held', { gone: 134, unchanged: 29, hasResponse: true }),
      this.#run('41', '1', 9, 'unchanged', { unchanged: 163 }),
      this.#run('40', '2', 18, 'warned', { added: 4, moved: 1, gone: 3, unchanged: 38, warnings: 2, hasResponse: true }),
      this.#run('39', '3', 518, 'failed', { problem: 'credential', error: '401' }),
    ];
    this.#feeds = [
      {
        ...common,
        titleRules: [],
        id: '1',
        name: 'Agile',
        address: 'https://agile.example/feed.json',
        format: 'boxoffice',
        credential: 'bearer',
        theaters: feedTheaters([first]),
        health: 'held',
        days: this.#days({ 11: 'warned', 13: 'held' }),
        lastSuccess: this.#ago(9),
        heldRun: HELD_RUN,
        warnings: 1,
      },
      {
        ...common,
        titleRules: [],
        id: '2',
        name: 'Spreadsheet',
        address: 'https://files.example/showtimes.xlsx',
        format: 'spreadsheet',
        theaters: feedTheaters([second]),
        health: 'healthy',
        days: this.#days({ 7: 'warned', 13: 'warned' }),
        lastSuccess: this.#ago(18),
        nextRun: this.#ago(-12),
        shows: 42,
        warnings: 2,
      },
      {
        ...common,
        titleRules: [],
        id: '3',
        name: 'Events calendar',
        address: 'https://calendar.example/public.ics',
        format: 'json-ld',
        credential: 'header',
        theaters: feedTheaters([third]),
        health: 'stale',
        days: this.#days({ 12: 'failed', 13: 'failed' }),
        lastSuccess: this.#ago(700),
        nextRun: this.#ago(-3),
        shows: 9,
      },
    ];
  }

  /** The response to a request below `{site}/feeds`; undefined for others. */
  handle(method: string, path: string, body: unknown): { readonly status: number; readonly body?: unknown } | undefined {
    const [, id = '', part = '', run = '', action = ''] = path.split('/');
    if (!/^feeds(?:$|\/)/.test(path)) return undefined;
    const feed = this.#feeds.find((candidate) => candidate.id === id);
    if (path === 'feeds') return method === 'GET' ? { status: 200, body: this.#all() } : this.#save(undefined, body);
    if (path === 'feeds/trial') return this.#try(body);
    if (feed === undefined) return { status: 404, body: { title: 'not found' } };
    if (part === '' && method === 'PUT') return this.#save(feed, body);
    if (part === '' && method === 'DELETE') {
      this.#feeds = this.#feeds.filter((candidate) => candidate !== feed);
      return { status: 204 };
    }
    if (part === 'push') {
      const { push: _, ...others } = feed;
      const pushed: EditorFeed = method === 'POST' ? { ...others, push: { path: `/api/feeds/${id}` } } : others;
      this.#feeds = this.#feeds.map((each) => (each === feed ? pushed : each));
      return method === 'POST' ? { status: 200, body: { secret: `whsec_${'A'.repeat(43)}=` } } : { status: 204 };
    }
    if (part === 'run') return { status: 200, body: this.#runNow(feed) };
    const ofFeed = this.#runs.filter((candidate) => candidate.feed === id);
    if (run === '') return { status: 200, body: { runs: ofFeed } };
    const found = ofFeed.find((candidate) => candidate.id === run);
    if (found === undefined) return { status: 404, body: { title: 'not found' } };
    if (action === 'replay') return { status: 200, body: this.#trial() };
    if (action === 'response') return { status: 200, body: { shows: [] } };
    if (action === 'decision') this.#decide(feed);
    return { status: 200, body: this.#report(found) };
  }

  #ago(minutes: number): string {
    return new Date(this.#content.now().getTime() - minutes * MINUTE).toISOString();
  }

  #day(inDays: number): string {
    return new Date(this.#content.now().getTime() + inDays * DAY).toISOString().slice(0, 10);
  }

  #days(other: Readonly<Record<number, FeedRunResult>>): FeedDay[] {
    return Array.from({ length: 14 }, (_, index) => ({ day: this.#day(index - 13), result: other[index] ?? 'changed', runs: 288 }));
  }

  #run(id: string, feed: string, ago: number, result: FeedRunResult, more: Partial<FeedRun> = {}): FeedRun {
    const none = { added: 0, moved: 0, gone: 0, unchanged: 0, warnings: 0, hasResponse: false };
    return { ...none, id, feed, started: this.#ago(ago), tookMilliseconds: 2140, result, ...more };
  }

  #all(): EditorFeeds {
    const feeds = this.#feeds.map((feed) => {
      const lastRun = this.#runs.find((run) => run.feed === feed.id);
      return { ...feed, ...(lastRun && { lastRun }) };
    });
    const fed = new Set(feeds.flatMap(({ theaters }) => theaters.map(({ theater }) => theater)));
    const withoutFeed = this.#content.theaters.filter(({ id }) => !fed.has(id)).map(({ id, name }) => ({ id, name, shows: 78 }));
    return { feeds, withoutFeed, runs: [...this.#runs] };
  }

  #runNow(feed: EditorFeed): FeedRunReport {
    const run = this.#run(String(this.#runs.length + 43), feed.id, 0, 'changed', { added: 2, moved: 1, unchanged: 160 });
    this.#runs = [run, ...this.#runs];
    this.#feeds = this.#feeds.map((each) =>
      each === feed && feed.health === 'stale' ? { ...feed, health: 'healthy', lastSuccess: run.started } : each,
    );
    return { run, isWaiting: false };
  }

  #decide(feed: EditorFeed): void {
    this.#isHeld = false;
    const { heldRun: _, ...others } = feed;
    this.#feeds = this.#feeds.map((each) => (each === feed ? { ...others, health: 'healthy', nextRun: this.#ago(-5) } : each));
  }

  /** The address `https://closed.example` wants another key, `https://empty.example` has no shows. */
  #try(body: unknown): { readonly status: number; readonly body: unknown } {
    const address = text(isRecord(body) ? body['address'] : '');
    const refused = (field: string, code: string) => ({ status: 422, body: { title: code, field, code } });
    if (address.startsWith('https://closed.example')) return refused('address', 'credential');
    if (address.startsWith('https://empty.example')) return refused('address', 'noShows');
    return { status: 200, body: this.#trial() };
  }

  #save(feed: EditorFeed | undefined, body: unknown): { readonly status: number; readonly body: unknown } {
    const settings = isRecord(body) ? body : {};
    const name = text(settings['name']);
    if (this.#feeds.some((each) => each !== feed && each.name === name))
      return { status: 422, body: { title: 'another feed has this name', field: 'name' } };
    const base = feed ?? { ...this.#feeds[1], id: String(Number(this.#feeds.at(-1)?.id ?? 0) + 1), health: 'new', shows: 0 };
    const isOn = settings['isOn'] === true;
    const { credential: _, ...kept } = settings;
    // oxlint-disable-next-line consistent-type-assertions -- the body has the fields of the settings
    const saved = { ...base, ...kept, health: isOn ? (feed?.health === 'off' ? 'healthy' : base.health) : 'off' } as EditorFeed;
    this.#feeds = feed === undefined ? [...this.#feeds, saved] : this.#feeds.map((each) => (each === feed ? saved : each));
    return { status: 200, body: saved };
  }

  #report(run: FeedRun): FeedRunReport {
    const isWaiting = run.id === HELD_RUN && this.#isHeld;
    const { plan, conflicts, loss } = this.#trial();
    const theaters = this.#content.theaters.slice(0, 1).map(({ id, name }) => ({ id, name, before: 163, gone: 134 }));
    const held = { percent: 82, isHeld: true, theaters, nothingFrom: this.#day(1) };
    return {
      run: isWaiting || run.result !== 'held' ? run : { ...run, result: 'kept' },
      ...(run.hasResponse ? { differences: { plan, conflicts: isWaiting ? [] : conflicts, loss: isWaiting ? held : loss } } : {}),
      ...(run.result === 'held' ? { mailed: ['rosa@cinema.example', 'office@cinema.example'] } : {}),
      ...(run.result === 'held' && !isWaiting ? { decidedBy: 'operator:rosa@cinema.example' } : {}),
      isWaiting,
    };
  }

  #trial(): FeedTrial {
    const plan = this.#plan();
    const [theater] = this.#content.theaters;
    const [film] = this.#content.films;
    return {
      theaters: this.#content.theaters.map(({ id, name }, index) => {
        const found = { id: `T${index + 1}`, name: index === 0 ? name : `${name} Cinema`, shows: 60 - index * 12 };
        return index === 0 ? { ...found, theater: id } : found;
      }),
      plan,
      loss: { percent: 3, isHeld: false, theaters: [] },
      conflicts: [
        { show: 's1', film: film?.title ?? '', theater: theater?.id ?? '', own: this.#ago(-1440), feed: this.#ago(-1425) },
      ],
    };
  }

  #plan(): ImportPlan {
    const [theater] = this.#content.theaters;
    const none = { added: 0, changed: 0, removed: 0, unchanged: 0 };
    const times = (count: number): ImportedShow[] =>
      Array.from({ length: count }, (_, index) => ({
        id: `t${index}`,
        theater: theater?.id ?? '',
        change: 'removed',
        before: this.#ago(-(1440 + index * 300)),
      }));
    const changes = list(this.#content.films)
      .slice(0, 6)
      .map((_, index): ImportedFilm => {
        const { id = '', title = '', poster = '' } = this.#content.films[index] ?? {};
        const removed = Math.max(0, 38 - index * 8);
        const shows = removed === 0 ? { ...none, unchanged: 12 } : { ...none, removed };
        return { id, title, poster, change: 'unchanged', shows, times: times(Math.min(removed, 12)) };
      });
    return {
      plan: 'plan',
      format: 'boxoffice',
      films: { ...none, added: 2, unchanged: 21 },
      shows: { ...none, added: 4, changed: 1, removed: 110, unchanged: 41 },
      from: this.#day(0),
      until: this.#day(6),
      theaters: [
        {
          id: theater?.id ?? '',
          name: theater?.name ?? '',
          timeZone: 'America/Detroit',
          change: 'unchanged',
          shows: { ...none, removed: 110, unchanged: 41 },
        },
      ],
      days: Array.from({ length: 7 }, (_, index) => ({
        day: this.#day(index),
        before: 29 - index,
        after: index === 0 ? 29 : 0,
      })),
      changes,
      isSame: false,
      skipped: 1,
      remarks: ['row 12: “25:61” is not a time'],
      remarkCount: 1,
    };
  }
}
