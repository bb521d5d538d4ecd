import type { PageData, Rendered } from '@marquee/api/schema.gen.ts';
import { expect, it } from 'vitest';
import { render } from './entry-server.tsx';
import { SAMPLES } from './samples/samples.ts';

function rendered(change: (data: PageData) => void = () => {}): Rendered {
  const data = structuredClone(SAMPLES.get('meridian-home'));
  if (data === undefined) throw new Error('no sample');
  change(data);
  return JSON.parse(render(JSON.stringify(data)));
}

it('LINK-04 the page says under which path clicks are cancelled, when it is not the usual one', () => {
  const { htmlAttributes } = rendered((data) => {
    data.site.reservedPathPrefix = '/draft';
  });
  expect(htmlAttributes['data-reserved']).toBe('/draft');
  expect(rendered().htmlAttributes).not.toHaveProperty('data-reserved');
});
