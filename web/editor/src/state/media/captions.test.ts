import { CATALOGS } from 'virtual:editor-messages';
import { expect, it } from 'vitest';
import { ApiError } from '../api/client.ts';
import { captionsErrorText } from './captions.ts';

const { messages } = await CATALOGS.en();

it.each([
  [413, {}, 'larger than 512 kB'],
  [422, { code: 'notUtf8' }, 'not in UTF-8'],
  [422, { code: 'line', line: 12 }, 'Line 12 of this file'],
  [422, { code: 'empty' }, 'has no captions'],
  [422, { code: 'backwards', line: 9 }, 'Line 9: this caption ends before it starts'],
  [507, {}, 'The library is full'],
  [422, { title: 'locale must be a locale such as en-US' }, 'locale must be'],
])('PAGE-17 captions that are refused with %i %o are explained', (status, body, text) => {
  expect(captionsErrorText(new ApiError(status, body), messages)).toContain(text);
});
