import { afterEach, describe, expect, it, vi } from 'vitest';
import { attribute, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { memberMarkup, memberPage } from '@marquee/testkit/pages/member.tsx';
import { Welcome } from './Welcome.tsx';

const { useMemberDetails } = vi.hoisted(() => ({ useMemberDetails: vi.fn<() => Readonly<Record<string, unknown>>>(() => ({})) }));
vi.mock('../../state/member/use-member.ts', async (importOriginal) => ({ ...(await importOriginal<object>()), useMemberDetails }));
// Only browsers fetch tonight's films.
vi.mock('../../state/fetched-page.ts', () => ({ fetchPage: () => undefined, useFetchedPage: () => ({ kind: 'loading' }) }));

const THEATERS = ['Canal Street', 'Harbor'].map((name) => {
  const id = name.toLowerCase().replace(' ', '-');
  return { id: `aster-${id}`, name, address: '', timeZone: 'America/Detroit', href: `/theaters/${id}/` };
});

/** The section with the favorite theater on the welcome page of a member; '' if it has none. */
function favoriteSection(member: Readonly<Record<string, unknown>>, sample: string): string {
  useMemberDetails.mockReturnValue({ firstName: 'Noor', memberCardNumber: '4471082953', ...member });
  // The wallet button needs a member who has signed in.
  const page = { ...memberPage('home', { walletSaveUrl: '' }), theaters: THEATERS };
  const markup = memberMarkup(<Welcome page={page} />, { sample });
  return /<section aria-labelledby="favorite">.*?<\/section>/s.exec(markup)?.[0] ?? '';
}

describe('the welcome page of a new member', () => {
  afterEach(() => useMemberDetails.mockReset());

  it('shows the favorite theater that was chosen in the join form, with a link', () => {
    const section = favoriteSection({ preferredCinemaId: 'aster-harbor' }, 'aster-home');
    expect(visibleText(section)).toBe('Favorite theater Harbor');
    expect(tags(section, 'a').map((link) => attribute(link, 'href'))).toEqual(['/theaters/harbor/']);
  });

  it.each([
    ['no theater', undefined],
    ['a theater that has closed', 'aster-old-mill'],
  ])('asks a member who chose %s for one', (_, preferredCinemaId) => {
    const section = favoriteSection({ preferredCinemaId }, 'aster-home');
    expect(visibleText(section)).toBe('Favorite theater Add a theater');
    expect(tags(section, 'a').map((link) => attribute(link, 'href'))).toEqual(['/login/theaters/']);
  });

  it('has no favorite theater on a site with a single one', () => {
    expect(favoriteSection({}, 'meridian-home')).toBe('');
  });
});
