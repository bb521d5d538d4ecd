import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RadioCards } from './RadioCards.tsx';

const OPTIONS = [
  { value: 'club', title: 'Club', price: 'Free', points: ['1 point for every $1', 'Watchlist'] },
  { value: 'gold', title: 'Gold', price: '$59', per: 'a year', points: [] },
];

describe('radio cards', () => {
  const html = renderToString(
    <RadioCards legend="Your membership" name="level" value="gold" onChange={() => {}} options={OPTIONS} required />,
  );

  it('are native radio inputs in a named group', () => {
    expect(html).toMatch(/^<fieldset><legend [^>]*>Your membership<\/legend>/);
    const inputs = html.match(/<input [^>]*>/g) ?? [];
    expect(inputs).toHaveLength(2);
    for (const input of inputs) expect(input).toMatch(/type="radio".*name="level"/);
    expect(inputs.map((input) => input.includes('checked=""'))).toEqual([false, true]);
  });

  it('are named by title and price, and described by their benefits', () => {
    const label = (id: string) =>
      new RegExp(`<label [^>]*for="${id}">(.*?)</label>`).exec(html)?.[1]?.replaceAll(/<!-- -->|<[^>]*>/g, '');
    expect(label('level-0')).toBe('Club Free');
    expect(label('level-1')).toBe('Gold $59 a year');
    expect(html).toMatch(/id="level-0"[^>]*aria-describedby="level-0-points"/);
    expect(html).toMatch(/<ul [^>]*id="level-0-points"><li>.*?1 point for every \$1/);
    expect(html).not.toContain('level-1-points');
  });
});
