import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RuleList } from './RuleList.tsx';

it('says for every rule whether it is met', () => {
  const html = renderToString(
    <RuleList
      id="rules"
      label="Password rules"
      okLabel="met"
      openLabel="not met yet"
      rules={[
        { text: '8 characters', ok: true },
        { text: '1 number', ok: false },
      ]}
    />,
  );
  expect(html).toMatch(/^<ul [^>]*id="rules" aria-label="Password rules">/);
  const texts = [...html.matchAll(/<li.*?<\/li>/g)].map(([item]) => item.replaceAll(/<!-- -->|<[^>]*>/g, ''));
  expect(texts).toEqual(['8 characters, met', '1 number, not met yet']);
  expect(new Set([...html.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path)).size).toBe(2);
});
