import type { UnavailableReason, Reward } from '@marquee/rules/loyalty/club/rewards.ts';
import { describe, expect, it } from 'vitest';
import { attribute, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { memberMarkup } from '@marquee/testkit/pages/member.tsx';
import { RewardList, RewardListSkeleton } from './RewardList.tsx';

const reward = (itemCode: string, cost: number, unavailableReason?: UnavailableReason): Reward => ({
  itemCode,
  name: `Reward ${itemCode}`,
  description: 'A sentence.',
  cost,
  imageUrl: '',
  unavailableReason,
});
const list = (
  rewards: readonly Reward[],
  view: 'overview' | 'full' = 'overview',
  codes: ReadonlyMap<string, string> = new Map(),
): string => memberMarkup(<RewardList rewards={rewards} view={view} codes={codes} onRedeem={() => undefined} />);

describe('CALL-23 rewards', () => {
  it('have a name, a price and a button to redeem', () => {
    const markup = list([reward('A', 1300)]);
    expect(visibleText(markup)).toBe('Reward A 1,300 points Redeem');
    expect(attribute(tags(markup, 'button')[0] ?? '', 'aria-label')).toBe('Redeem: Reward A');
    expect(tags(markup, 'h3')).toHaveLength(1);
  });

  it.each([
    [{ kind: 'points', points: 1160 }, '1,160 points to go'],
    [{ kind: 'points', points: 1 }, '1 point to go'],
    [{ kind: 'level' }, 'Unlocks at a higher level'],
    [{ kind: 'closed' }, 'Not available now'],
  ] satisfies [UnavailableReason, string][])(
    'show why they are unavailable as text, not as a disabled button: %j',
    (unavailableReason, text) => {
      const markup = list([reward('A', 9, unavailableReason)]);
      expect(visibleText(markup)).toBe(`Reward A 9 points ${text}`);
      expect(markup).not.toContain('<button');
    },
  );

  it('have a picture: their own, a built-in icon in the site’s colors, or a gift', () => {
    const picture = (imageUrl: string): string => list([{ ...reward('A', 9), imageUrl }]).replace(/<div.*$/s, '');
    expect(picture('https://pictures.example/a.webp')).toContain('<img src="https://pictures.example/a.webp"');
    expect(picture('/icons/popcorn.svg')).toContain('mask-image:url(');
    expect(picture('/icons/x");')).toContain('<img');
    expect(picture('')).toContain('<svg');
  });

  it('show their description on their own page', () => {
    const markup = list([reward('A', 9)], 'full');
    expect(visibleText(markup)).toContain('A sentence.');
    expect(tags(markup, 'h2')).toHaveLength(1);
  });

  it('CALL-26 lead to their code after they were ordered', () => {
    const button = tags(list([reward('A', 9)], 'overview', new Map([['A', 'XY12']])), 'button')[0] ?? '';
    expect(attribute(button, 'aria-label')).toBe('Show code: Reward A');
  });

  it('have placeholder boxes while they load', () => {
    const markup = memberMarkup(<RewardListSkeleton label="Loading rewards" view="overview" />);
    expect(markup).toMatch(
      /^<div aria-busy="true"><p class="sr">Loading rewards<\/p><div class="[^"]+" aria-hidden="true">(<div class="[^"]+"><\/div>){3}<\/div><\/div>$/,
    );
  });
});
