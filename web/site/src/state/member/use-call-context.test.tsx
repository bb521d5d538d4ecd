import type { CallContext } from '@marquee/api/call.ts';
import type { MemberTheater } from '@marquee/api/schema.gen.ts';
import { fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { AREA, memberPage } from '@marquee/testkit/pages/member.tsx';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PageProvider } from '../page.ts';
import { openMember } from './member.ts';
import { useCallContext } from './use-call-context.ts';
import { MemberProvider } from './use-member.ts';

const theater = (id: string): MemberTheater => ({ id, name: id, address: '', timeZone: 'UTC', href: '' });

interface Cinemas {
  /** The cinema of the settings. */
  readonly setting?: string;
  /** The one that the visitor selected. */
  readonly selected?: string;
  /** The theater of the page. */
  readonly page?: string;
  readonly first?: string;
}

/** The context of calls on a page with these cinemas; undefined before the member area is open. */
function contextOf({ setting = '', selected, page: onPage, first }: Cinemas, isOpen = true): CallContext | undefined {
  const contexts: (CallContext | undefined)[] = [];
  const { window } = fakePage();
  const area = { ...AREA, cinemaId: setting };
  const { theater: _, ...sample } = samplePage('aster-theater');
  const { theaterId: __, ...context } = sample.context;
  const shown = samplePage('aster-theater').theater;
  const page = {
    ...sample,
    context: { ...context, ...(selected === undefined ? {} : { theaterId: selected }) },
    ...(onPage === undefined || shown === undefined ? {} : { theater: { ...shown, id: onPage } }),
  };
  const theaters = first === undefined ? [] : [theater(first), theater('other')];
  function Probe() {
    contexts.push(useCallContext({ ...memberPage('join'), theaters }));
    return null;
  }
  renderToStaticMarkup(
    <PageProvider page={page}>
      <MemberProvider value={{ area, member: isOpen ? openMember(area, { theaterId: undefined }) : undefined }}>
        <Probe />
      </MemberProvider>
    </PageProvider>,
  );
  window.dispatch('pagehide');
  return contexts[0];
}

afterEach(() => vi.unstubAllGlobals());

describe('CALL-28, CALL-30 the cinema of a call', () => {
  it.each<[Cinemas, string]>([
    [{ setting: 'main', selected: 'harbor', page: 'north', first: 'first' }, 'main'],
    [{ selected: 'harbor', page: 'north', first: 'first' }, 'harbor'],
    [{ page: 'north', first: 'first' }, 'north'],
    [{ first: 'first' }, 'first'],
    [{}, ''],
  ])('with %j is %j', (cinemas, expected) => {
    expect(contextOf(cinemas)).toEqual({ version: 3, circuitId: 'meridian', cinemaId: expected });
  });

  it('is not known before the member area is open', () => {
    expect(contextOf({ setting: 'main' }, false)).toBeUndefined();
  });
});
