import { type Call, pass, post, readResult } from '@marquee/api/call.ts';
import { cell } from '@marquee/rules/cell.ts';
import { fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import { otherTab } from '@marquee/testkit/session/other-tab.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { laterCatalogOf } from '../../messages/all.ts';
import { LaterMessagesProvider } from '../later.ts';
import { type Member, openMember } from './member.ts';
import { type ActionState, MemberQueries, followTabs, refusalResponse, useAction, useMemberQuery } from './queries.ts';
import { MemberProvider } from './use-member.ts';

const CALL = post({ route: '/Member/v3/Rewards', token: 'session' }, readResult);
const messages = laterCatalogOf('en');

let page: ReturnType<typeof fakePage>;
let member: Member;
let sent: Call[];
let posted: unknown[];
let client: QueryClient;

/** The result of a hook in the member area, as it is rendered once. */
function render<T>(hook: () => T, opened: Member | null = member): T {
  const results: { readonly value: T; readonly queryClient: QueryClient }[] = [];
  function Probe() {
    results.push({ value: hook(), queryClient: useQueryClient() });
    return null;
  }
  renderToStaticMarkup(
    <LaterMessagesProvider messages={messages}>
      <MemberProvider value={{ area: AREA, member: opened ?? undefined }}>
        <MemberQueries>
          <Probe />
        </MemberQueries>
      </MemberProvider>
    </LaterMessagesProvider>,
  );
  const [first] = results;
  if (first === undefined) throw new Error('nothing was rendered');
  client = first.queryClient;
  return first.value;
}
const KEY = ['rewards', '', CALL.route];
const query = () => render(() => useMemberQuery('rewards', CALL, ({ peachCode }) => peachCode));
/** Fetches the query that was rendered, as the browser does when it shows it. */
const fetchQuery = (): Promise<unknown> | undefined =>
  client
    .getQueryCache()
    .find({ queryKey: KEY })
    ?.fetch()
    .catch(() => undefined);
const isStale = (): boolean | undefined => client.getQueryState(KEY)?.isInvalidated;

/** A member whose calls get this response. */
function open(respond: (call: Call) => unknown): void {
  const send = fakeService((call) => {
    sent.push(call);
    return respond(call);
  });
  const opened = openMember(AREA, { theaterId: undefined });
  member = { ...opened, send, tabs: { ...opened.tabs, post: (message) => void posted.push(message) } };
}

beforeEach(() => {
  page = fakePage();
  [sent, posted] = [[], []];
  open(() => ({ peachCode: 0 }));
  render(() => undefined);
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retry: false, retryOnMount: false } });
});
afterEach(() => {
  client.clear();
  page.window.dispatch('pagehide');
  vi.unstubAllGlobals();
});

describe('a query of a member', () => {
  it('is loading until there is a response, and then has what was read from it', async () => {
    expect(query()).toEqual({ kind: 'loading' });
    await fetchQuery();
    expect(query()).toEqual({ kind: 'ready', data: 0, isFetching: false });
    expect(sent).toEqual([CALL]);
  });

  it('ERR-02, ERR-03 that is refused has the message of the code', async () => {
    open(() => ({ peachCode: 72 }));
    query();
    await fetchQuery();
    const state = query();
    expect(state).toMatchObject({ kind: 'failed', failure: { kind: 'refused', response: { peachCode: 72 } } });
    expect(state.kind === 'failed' && state.text).toMatch(/72\)$/);
  });

  it('that cannot be sent has the message of a network error, and is sent again on request', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch')));
    query();
    await fetchQuery();
    const state = query();
    expect(state).toMatchObject({ kind: 'failed', failure: { kind: 'unreachable' }, text: messages.common.networkError() });
    if (state.kind === 'failed') state.retry();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
  });
});

it('security 1.12 a query shows the previous data while it fetches more, but never that of another member', () => {
  query();
  const options: object = client.getQueryCache().find({ queryKey: KEY })?.options ?? {};
  const placeholder: unknown = Reflect.get(options, 'placeholderData');
  const shown = (...key: readonly string[]): unknown =>
    typeof placeholder === 'function' ? Reflect.apply(placeholder, undefined, ['previous', { queryKey: key }]) : 'no function';
  expect([shown('rewards', '', 'page 1'), shown('rewards', 'm2', 'page 1')]).toEqual(['previous', undefined]);
});

describe('an action of a member', () => {
  it('returns the response, and changes nothing else', async () => {
    query();
    await fetchQuery();
    expect(await render(useAction).run(CALL)).toEqual({ peachCode: 0 });
    expect([isStale(), posted]).toEqual([false, []]);
  });

  it('returns a text, which has no code', async () => {
    open(() => 'signed pass');
    expect(await render(useAction).run(pass({ route: '/Wallet/pass' }))).toBe('signed pass');
  });

  it('makes what it changes be fetched again, here and in other tabs', async () => {
    query();
    await fetchQuery();
    await render(useAction).run(CALL, { changes: ['orders'] });
    expect(isStale()).toBe(false);
    await render(useAction).run(CALL, { changes: ['rewards', 'orders'] });
    expect([isStale(), posted]).toEqual([
      true,
      [
        { kind: 'changed', names: ['orders'] },
        { kind: 'changed', names: ['rewards', 'orders'] },
      ],
    ]);
  });

  it('requests the member again if it changes the member', async () => {
    const refreshUser = vi.fn(() => Promise.resolve());
    member = { ...member, machine: { ...member.machine, refreshUser } };
    await render(useAction).run(CALL);
    expect(refreshUser).not.toHaveBeenCalled();
    await render(useAction).run(CALL, { changesMember: true });
    expect(refreshUser).toHaveBeenCalledTimes(1);
  });

  it('returns nothing and changes nothing if it fails', async () => {
    query();
    await fetchQuery();
    open(() => ({ peachCode: 72 }));
    expect(await render(useAction).run(CALL, { changes: ['rewards'] })).toBeUndefined();
    open(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await render(useAction).run(CALL, { changes: ['rewards'] })).toBeUndefined();
    expect([isStale(), posted, sent.length]).toEqual([false, [], 3]);
  });

  it('sends nothing before the member area is open', async () => {
    const action = render(useAction, null);
    expect([await action.run(CALL), action.state]).toEqual([undefined, { kind: 'idle' }]);
    expect(sent).toEqual([]);
  });
});

it.each<[ActionState, unknown]>([
  [{ kind: 'idle' }, undefined],
  [{ kind: 'failed', failure: { kind: 'unreachable' }, text: '' }, undefined],
  [{ kind: 'failed', failure: { kind: 'refused', response: { peachCode: 72 } }, text: '' }, { peachCode: 72 }],
])('the refusal in the state %j is %j', (state, expected) => {
  expect(refusalResponse(state)).toEqual(expected);
});

describe('security 1.12 the responses of a member', () => {
  it('are removed when the session ends', async () => {
    followTabs(member);
    const signOuts = cell(0);
    member = { ...member, machine: { ...member.machine, signOuts } };
    followTabs(member);
    query();
    await fetchQuery();
    signOuts.set(1);
    expect(client.getQueryData(KEY)).toBeUndefined();
  });

  it('are fetched again if another tab changes them', async () => {
    followTabs(member);
    followTabs(member);
    query();
    await fetchQuery();
    const other = otherTab();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    other.send({ kind: 'member', member: {} });
    other.send({ kind: 'changed', names: ['rewards'] });
    await vi.waitFor(() => expect(isStale()).toBe(true));
    expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: ['rewards'] });
    other.close();
  });
});
