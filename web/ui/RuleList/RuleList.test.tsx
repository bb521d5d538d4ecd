import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RuleList } from './RuleList.tsx';

it('says of every rule in words whether it is kept', () => {
  const html = renderToString(
    <RuleList id="rules" label="Password rules" okLabel="met" openLabel="not met yet" rules={[{ text: '8 characters', ok: true }, { text: '1 number', ok: false }]} />,
  );
  expect(html).toMatch(/^<ul [^>]*id="rules" aria-label="Password rules">/);
  const said = [...html.matchAll(/<li.*?<\/li>/g)].map((m) => m[0].replaceAll(/<!-- -->|<[^>]*>/g, ''));
  expect(said).toEqual(['8 characters, met', '1 number, not met yet']);
  expect(new Set([...html.matchAll(/ d="([^"]+)"/g)].map((m) => m[1])).size).toBe(2);
});
