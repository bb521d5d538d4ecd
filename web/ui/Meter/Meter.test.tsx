import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Meter } from './Meter.tsx';

it.each([
  [840, '840'],
  [1200, '1000'],
  [-5, '0'],
])('a meter at %d stays within its bounds, without a style attribute', (value, expected) => {
  const html = renderToString(<Meter label="160 points to a free ticket" value={value} max={1000} />);
  expect(html).toMatch(
    new RegExp(`^<progress class="[^"]+" aria-label="160 points to a free ticket" value="${expected}" max="1000">`),
  );
});
