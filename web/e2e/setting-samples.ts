// Values of settings for tests, made from the schema of a site.

import { faultsOf } from '@marquee/editor/src/state/settings/check.ts';
import type { Shape } from '@marquee/editor/src/state/settings/schema.ts';

/** Some valid value of a shape that differs from its default. */
export function sampleOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'text': {
      const samples = [
        'abc',
        'https://example.com/a',
        '#A1B2C3',
        'en-US',
        '400i',
        '/path',
        'example.com',
        'US',
        'USA',
        'https://example.com/<signed_jwt>',
      ];
      return samples.find((text) => faultsOf(shape, text).length === 0);
    }
    case 'number':
      return shape.maximum ?? (shape.minimum ?? 0) + 1;
    case 'switch':
      return shape.default !== true;
    case 'choice':
      return shape.options.at(-1);
    case 'list':
      return [sampleOf(shape.item)];
    case 'map':
      return { fr: sampleOf(shape.value) };
    case 'group':
      return Object.fromEntries(shape.fields.map(({ name, shape: inner }) => [name, sampleOf(inner)]));
    case 'json':
      return { any: [1, 'value', null] };
  }
}
