// An in-memory server of the editor's API: one operator, two sites, everything is forgotten at the end.

import { isRecord, list, text } from '@marquee/api/json.ts';
import type {
  AuditEntry,
  EditorKey,
  DraftEdit,
  DraftUpdate,
  EditorPicture,
  EditorSession,
  OperatorRequest,
  PendingInvitation,
  Permission,
  PresentOperator,
  RevisionSummary,
  SiteRole,
  TeamMember,
} from '@marquee/api/editor.gen.ts';
import { BUILT_IN_ROLES, type BuiltInRole, CHOSEN_PERMISSIONS } from '@marquee/editor/src/state/permissions.ts';
import { differencesOf, isSame, pointerOf, valueAt, withValue } from '@marquee/editor/src/state/pointer.ts';

import { FakeFeeds } from './fake-feeds.ts';
import { numbersOf } from './fake-numbers.ts';

export interface FakeResponse {
  readonly status: number;
  readonly body?: unknown;
}

interface FakeSite {
  readonly name: string;
  readonly origin: string;
  version: number;
  live: unknown;
  content: unknown;
  /** Who changed a part last. */
  readonly actors: Map<string, string>;
  revisions: (RevisionSummary & { readonly content: unknown })[];
  pictures: readonly EditorPicture[];
  readonly shows: readonly unknown[];
  readonly feeds: FakeFeeds;
}

export interface FakeOptions {
  readonly schema: unknown;
  readonly sites: Readonly<Record<string, { readonly record: unknown; readonly origin: string; readonly content?: object }>>;
  /** The films of every site. */
  readonly films?: readonly unknown[];
  /** What feeds say of the films of every site. */
  readonly movies?: readonly unknown[];
  /** The shows of feeds, by the key of the site. */
  readonly shows?: Readonly<Record<string, readonly unknown[]>>;
  readonly role?: BuiltInRole;
  readonly hasTotp?: boolean;
  /** The looks for new sites. */
  readonly looks?: unknown;
  /** The pictures of every site. */
  readonly pictures?: readonly EditorPicture[];
  readonly now?: () => Date;
}

const PROBLEM = (status: number, title: string, more: object = {}): FakeResponse => ({ status, body: { status, title, ...more } });
/** Who else has the site open. */
const PRESENT: readonly PresentOperator[] = [{ id: '2', name: 'Theo Brandt', mayPublish: true }];
const NOT_FOUND = PROBLEM(404, 'not found');

/** The password and the code of the only operator. */
const PASSWORD = 'nine screens by the canal';
const CODE = '123456';

export class FakeEditorApi {
  readonly #options: FakeOptions;
  readonly sites = new Map<string, FakeSite>();
  isSignedIn = true;
  isRecent = false;
  hasTotp: boolean;
  people: TeamMember[];
  invitations: PendingInvitation[] = [];
  audit: AuditEntry[] = [];
  keys: EditorKey[] = [];
  /** What Theo asks for. */
  requests: OperatorRequest[] = [];
  sessions = ['s1', 's2'];

  constructor(options: FakeOptions) {
    this.#options = options;
    this.hasTotp = options.hasTotp ?? true;
    for (const [key, { record, origin, content }] of Object.entries(options.sites)) this.#add(key, record, origin, content);
    const person = (id: string, name: string, role: BuiltInRole, hasTotp: boolean): TeamMember => ({
      id,
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}@cinema.example`,
      role,
      isEverywhere: id === '1' && role === 'owner',
      hasTotp,
      hasPassword: true,
      hasPasskey: false,
      seenAt: '2026-11-20T17:12:00Z',
      isHere: id === '1',
    });
    this.people = [
      person('1', 'Rosa Lindqvist', options.role ?? 'owner', this.hasTotp),
      person('2', 'Theo Brandt', 'editor', true),
      person('3', 'Lou Marchetti', 'boxOffice', false),
    ];
  }

  #add(key: string, record: unknown, origin: string, content?: object): FakeSite {
    const live = { site: record, ...content };
    const name = valueAt(record, '/settings/name');
    const first = {
      number: 1,
      at: '2026-09-12T15:02:00Z',
      actor: 'Rosa Lindqvist',
      name: 'First version',
      changes: 0,
      content: live,
    };
    const second = { ...first, number: 2, at: '2026-11-18T21:12:00Z', name: '', changes: 3 };
    const site: FakeSite = {
      name: typeof name === 'string' ? name : key,
      origin,
      version: 1,
      live,
      content: live,
      actors: new Map<string, string>(),
      revisions: [second, first],
      pictures: this.#options.pictures ?? [],
      shows: this.#options.shows?.[key] ?? [],
      feeds: new FakeFeeds(live, this.#options.films, () => new Date(this.#now())),
    };
    this.sites.set(key, site);
    return site;
  }

  /** The response to a request to `/api/editor/{path}`; `actor` changes a draft as another person. */
  handle(method: string, path: string, body: unknown, actor = 'Rosa Lindqvist'): FakeResponse {
    const [address = '', query = ''] = path.split('?');
    const account = this.#account(method, address, body);
    if (account !== undefined) return account;
    if (!this.isSignedIn) return PROBLEM(401, 'sign in');
    const own = this.#own(method, address);
    if (own !== undefined) return own;
    const created = this.#create(method, address, body);
    if (created !== undefined) return created;
    const [key = '', ...rest] = address.split('/');
    const site = this.sites.get(key);
    if (site === undefined) return NOT_FOUND;
    if (`${method} ${rest.join('/')}` === 'PATCH draft') return this.#patch(site, editsOf(body), actor);
    const ofFeeds = site.feeds.handle(method, rest.join('/'), body);
    if (ofFeeds !== undefined) return ofFeeds;
    return this.#site(site, `${method} ${rest.join('/')}`, body, new URLSearchParams(query));
  }

  #now(): string {
    return (this.#options.now?.() ?? new Date()).toISOString();
  }

  #session(): EditorSession {
    const role = this.#options.role ?? 'owner';
    return {
      now: this.#now(),
      operator: {
        id: '1',
        name: 'Rosa Lindqvist',
        email: 'rosa@cinema.example',
        hasTotp: this.hasTotp,
        recoveryCodes: this.hasTotp ? 8 : 0,
        hasPassword: true,
        passkeys: 0,
      },
      sites: [...this.sites].map(([key, { name, origin }]) => ({
        key,
        name,
        origin,
        role,
        permissions: [...permissionsOf(role)],
        byTheater: [],
      })),
      isRecent: this.isRecent,
      mayCreateSites: role === 'owner',
    };
  }

  #account(method: string, address: string, body: unknown): FakeResponse | undefined {
    const { password, code } = isRecord(body) ? body : {};
    switch (`${method} ${address}`) {
      case 'GET session':
        return this.isSignedIn ? { status: 200, body: this.#session() } : PROBLEM(401, 'sign in');
      case 'POST sign-in':
        if (password !== PASSWORD) return PROBLEM(401, 'wrong password');
        if (this.hasTotp && code === undefined) return { status: 200, body: { next: 'code' } };
        if (this.hasTotp && code !== CODE) return PROBLEM(401, 'wrong code');
        this.isSignedIn = true;
        return { status: 200, body: { next: 'done' } };
      case 'GET invitation':
        return {
          status: 200,
          body: { email: 'sam@cinema.example', siteName: 'Aster Picture Houses', role: 'editor', hasAccount: false },
        };
      case 'POST invitation':
        this.isSignedIn = true;
        return { status: 204 };
      case 'GET site-schema':
        return { status: 200, body: this.#options.schema };
      default:
        return undefined;
    }
  }

  /** Requests about the operator's own sign-in. */
  #own(method: string, address: string): FakeResponse | undefined {
    const codes = { status: 200, body: { codes: Array.from({ length: 10 }, (_, index) => `k7f2-${1000 + index * 37}`) } };
    switch (`${method} ${address}`) {
      case 'POST sign-out':
        this.isSignedIn = false;
        return { status: 204 };
      case 'POST reauthenticate':
        this.isRecent = true;
        return { status: 204 };
      case 'POST totp':
        return {
          status: 200,
          body: {
            secret: 'JBSWY3DPEHPK3PXP',
            url: 'otpauth://totp/Marquee',
          },
        };
      case 'POST totp/confirm':
        this.hasTotp = true;
        return codes;
      case 'DELETE totp':
        if (!this.isRecent) return this.#reauthenticate();
        this.hasTotp = false;
        return { status: 204 };
      case 'POST recovery-codes':
        return this.isRecent ? codes : this.#reauthenticate();
      case 'POST password':
        return { status: 204 };
      case 'GET passkeys':
        return { status: 200, body: { passkeys: [] } };
      case 'GET sessions':
        return {
          status: 200,
          body: {
            sessions: this.sessions.map((id) => ({
              id,
              device: id === 's1' ? 'Chrome on macOS' : 'Safari on iPhone',
              createdAt: '2026-11-12T08:58:00Z',
              seenAt: this.#now(),
              isCurrent: id === 's1',
            })),
          },
        };
      default:
        if (method !== 'DELETE' || !address.startsWith('sessions')) return undefined;
        this.sessions = address === 'sessions' ? ['s1'] : this.sessions.filter((id) => `sessions/${id}` !== address);
        return { status: 204 };
    }
  }

  /** The looks and new sites. The host `taken.example` belongs to another site. */
  #create(method: string, address: string, body: unknown): FakeResponse | undefined {
    if (`${method} ${address}` === 'GET looks') return { status: 200, body: this.#options.looks ?? [] };
    if (`${method} ${address}` !== 'POST sites') return undefined;
    const { name, host = 'new.localhost:8080', timeZone } = isRecord(body) ? body : {};
    if (typeof name !== 'string' || name === '') return PROBLEM(422, 'name must have 1 to 200 characters', { field: 'name' });
    if (host === 'taken.example') return PROBLEM(422, 'the host taken.example belongs to another site', { field: 'host' });
    if (timeZone === 'UTC') return PROBLEM(422, 'timeZone must be the name of a time zone', { field: 'timeZone' });
    const key = `site-${this.sites.size + 1}`;
    const { origin } = this.#add(key, { settings: { name } }, `http://${String(host)}`);
    return { status: 200, body: { key, name, origin, role: 'owner', permissions: [...PERMISSIONS], byTheater: [] } };
  }

  /** Stores an uploaded picture; `body` is its bytes as a data URL. */
  #upload(site: FakeSite, body: unknown): FakeResponse {
    if (typeof body !== 'string' || !/^data:image\/(?:png|jpeg|webp|gif);/.test(body))
      return PROBLEM(422, 'unsupported file type: use PNG, JPEG, WebP or GIF');
    const known = site.pictures.find(({ address }) => address === body);
    if (known !== undefined) return { status: 200, body: { picture: known, isKnown: true } };
    const picture = { source: `picture-${site.pictures.length + 1}`, address: body, width: 640, height: 400, places: [] };
    site.pictures = [picture, ...site.pictures];
    return { status: 200, body: { picture, isKnown: false } };
  }

  #reauthenticate(): FakeResponse {
    return PROBLEM(403, 'enter your password again', { code: 'reauthenticate' });
  }

  #site(site: FakeSite, request: string, body: unknown, query: URLSearchParams): FakeResponse {
    switch (request) {
      case 'GET draft':
        return {
          status: 200,
          body: {
            ...this.#update(site),
            content: site.content,
            live: site.live,
            published: summaryOf(site.revisions[0]),
            present: PRESENT,
            requests: this.requests,
          },
        };
      case 'GET draft/version':
        return { status: 200, body: { version: site.version, present: PRESENT, requests: this.requests } };
      case 'POST requests':
        return { status: 204 };
      case 'POST draft/discard':
        return this.#discard(site, isRecord(body) && Array.isArray(body['pointers']) ? body['pointers'] : undefined);
      case 'POST publish':
        return this.#publish(site, isRecord(body) ? body : {});
      case 'GET preview':
        return { status: 200, body: { address: `${site.origin}/` } };
      case 'GET films':
        return this.#options.films === undefined ? NOT_FOUND : { status: 200, body: { films: this.#options.films } };
      case 'GET program':
        return { status: 200, body: { shows: this.#program(site, query) } };
      case 'GET overview':
        return { status: 200, body: { theaters: [], attention: [] } };
      case 'GET numbers':
        return { status: 200, body: numbersOf(Number(query.get('days') ?? 28), this.#now().slice(0, 10)) };
      case 'GET media':
        return {
          status: 200,
          body: { pictures: site.pictures, videos: [], usedBytes: 0, quotaBytes: 4_000_000_000, filmPictures: 0 },
        };
      case 'POST media':
        return this.#upload(site, body);
      case 'DELETE publish/scheduled':
        return { status: 204 };
      case 'GET history':
        return { status: 200, body: { revisions: site.revisions.map(summaryOf) } };
      case 'GET audit':
        return {
          status: 200,
          body: { entries: this.audit.filter(({ subject, actor }) => `${actor} ${subject}`.includes(query.get('q') ?? '')) },
        };
      default:
        return this.#film(request) ?? this.#team(request, body) ?? this.#revision(site, request);
    }
  }

  /** What the feed says about a film. */
  #film(request: string): FakeResponse | undefined {
    const [, id] = /^GET films\/(\d+)$/.exec(request) ?? [];
    if (id === undefined) return undefined;
    const feed = this.#options.movies?.find((movie) => valueAt(movie, '/id') === id);
    return { status: 200, body: { id, ...(feed === undefined ? {} : { feed }) } };
  }

  /** The shows of feeds for some cinema days of a theater, with those that the draft moves. */
  #program(site: FakeSite, query: URLSearchParams): readonly unknown[] {
    const from = query.get('from') ?? '';
    const to = new Date(Date.parse(from) + Number(query.get('days') ?? 7) * 86_400_000).toISOString().slice(0, 10);
    return site.shows.filter((show) => {
      const day = text(valueAt(show, '/businessDate'));
      const isOfDays = from <= day && day < to;
      const isChanged = valueAt(site.content, pointerOf('shows', text(valueAt(show, '/id')))) !== undefined;
      return valueAt(show, '/theaterId') === query.get('theater') && (isOfDays || isChanged);
    });
  }

  #update(site: FakeSite): DraftUpdate {
    const changes = differencesOf(site.live, site.content).map((difference) =>
      Object.assign(
        { actor: site.actors.get(difference.pointer) ?? 'Rosa Lindqvist', at: this.#now(), mayChange: true },
        difference,
      ),
    );
    return { version: site.version, changes, problems: [] };
  }

  #patch(site: FakeSite, edits: readonly DraftEdit[], actor: string): FakeResponse {
    const conflicts = edits.filter(({ pointer, from }) => !isSame(valueAt(site.content, pointer), from));
    if (conflicts.length > 0)
      return {
        status: 409,
        body: {
          conflicts: conflicts.map(({ pointer }) => ({
            pointer,
            theirs: valueAt(site.content, pointer),
            actor: site.actors.get(pointer) ?? 'Theo Brandt',
          })),
        },
      };
    for (const { pointer, to } of edits) {
      site.content = withValue(site.content, pointer, to);
      site.actors.set(pointer, actor);
    }
    site.version += 1;
    return { status: 200, body: this.#update(site) };
  }

  #discard(site: FakeSite, pointers: readonly unknown[] | undefined): FakeResponse {
    for (const { pointer, from } of differencesOf(site.live, site.content))
      if (pointers === undefined || pointers.includes(pointer)) site.content = withValue(site.content, pointer, from);
    site.version += 1;
    return { status: 200, body: this.#update(site) };
  }

  #publish(site: FakeSite, { version, pointers, name, at }: Readonly<Record<string, unknown>>): FakeResponse {
    if (version !== site.version) return PROBLEM(409, 'the draft has changed');
    if (typeof at === 'string') return { status: 200, body: { scheduled: { at, actor: 'Rosa Lindqvist' } } };
    const changes = differencesOf(site.live, site.content).filter(
      ({ pointer }) => !Array.isArray(pointers) || pointers.includes(pointer),
    );
    for (const { pointer, to } of changes) site.live = withValue(site.live, pointer, to);
    site.version += 1;
    const number = (site.revisions[0]?.number ?? 0) + 1;
    const revision = {
      number,
      at: this.#now(),
      actor: 'Rosa Lindqvist',
      name: typeof name === 'string' ? name : '',
      changes: changes.length,
    };
    site.revisions = [{ ...revision, content: site.live }, ...site.revisions];
    this.audit = [
      { at: revision.at, actor: revision.actor, action: 'site.publish', subject: site.name, detail: `${changes.length} changes` },
      ...this.audit,
    ];
    return { status: 200, body: { revision } };
  }

  #revision(site: FakeSite, request: string): FakeResponse {
    const [, number, restore] = /^(?:GET|POST) history\/(\d+)(\/restore)?$/.exec(request) ?? [];
    const revision = site.revisions.find((candidate) => candidate.number === Number(number));
    if (revision === undefined) return NOT_FOUND;
    if (restore === undefined) return { status: 200, body: { summary: summaryOf(revision), content: revision.content } };
    site.content = revision.content;
    site.version += 1;
    return { status: 200, body: this.#update(site) };
  }

  #team(request: string, body: unknown): FakeResponse | undefined {
    const { email, role, name, scope, pointsLimit } = isRecord(body) ? body : {};
    if (request === 'GET keys') return { status: 200, body: { keys: this.keys } };
    if (request === 'POST keys' && typeof name === 'string') {
      const limit = typeof pointsLimit === 'number' ? { pointsLimit } : {};
      const key: EditorKey = { name, scope: scope === 'operator' ? 'operator' : 'till', createdAt: this.#now(), ...limit };
      this.keys = [...this.keys, key];
      return { status: 200, body: { key: 'c2FtcGxlLWtleS1vZi10aGUtZmFrZQ' } };
    }
    if (request === 'GET roles') return { status: 200, body: { roles: ROLES } };
    if (request === 'GET team') return { status: 200, body: { people: this.people, invitations: this.invitations } };
    if (request === 'POST invitations' && typeof email === 'string') {
      if (!this.isRecent) return this.#reauthenticate();
      const invitation = {
        id: `i${this.invitations.length}`,
        email,
        role: roleOf(role),
        createdAt: this.#now(),
        expiresAt: this.#now(),
      };
      this.invitations = [...this.invitations, invitation];
      return { status: 200, body: invitation };
    }
    const [, method, kind, id] = /^(PUT|DELETE) (team|invitations)\/(\w+)$/.exec(request) ?? [];
    if (kind === undefined) return undefined;
    if (!this.isRecent) return this.#reauthenticate();
    if (kind === 'invitations') this.invitations = this.invitations.filter((invitation) => invitation.id !== id);
    else if (method === 'DELETE') this.people = this.people.filter((person) => person.id !== id);
    else {
      const index = this.people.findIndex((person) => person.id === id);
      const person = this.people[index];
      if (person !== undefined) this.people = this.people.with(index, { ...person, role: roleOf(role) });
    }
    return { status: 204 };
  }
}

const PERMISSIONS: readonly Permission[] = ['read', ...CHOSEN_PERMISSIONS];
const permissionsOf = (role: BuiltInRole): readonly Permission[] =>
  role === 'owner' ? PERMISSIONS : role === 'editor' ? PERMISSIONS.slice(0, 6) : ['read'];
const roleOf = (value: unknown): BuiltInRole => BUILT_IN_ROLES.find((role) => role === value) ?? 'viewer';

/** The roles of every site, as an owner sees them. */
const ROLES = BUILT_IN_ROLES.map((role): SiteRole => ({
  role,
  permissions: [...permissionsOf(role)],
  byTheater: [],
  mayGive: true,
  mayChange: role === 'boxOffice',
}));

function summaryOf(revision: (RevisionSummary & { readonly content: unknown }) | undefined): RevisionSummary | undefined {
  if (revision === undefined) return undefined;
  const { content: _, ...summary } = revision;
  return summary;
}

const editsOf = (body: unknown): readonly DraftEdit[] =>
  list(isRecord(body) ? body['edits'] : undefined).flatMap((edit) => {
    if (!isRecord(edit) || typeof edit['pointer'] !== 'string') return [];
    const { pointer, from, to } = edit;
    return [{ pointer, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
  });
