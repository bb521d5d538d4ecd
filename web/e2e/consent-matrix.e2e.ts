// A part of the matrix of consent: without a notice, and with Didomi.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CASES, canMeet } from './consent-cases.ts';
import { matrix } from './consent-matrix.ts';

describe('what pages load without a consent notice and with Didomi', () => {
  matrix(CASES.filter((one) => one.notice !== 'embedded'));

  it('CONS-02 the cases of both files are at least 200 and combine every two values of regulation, choice, notice, ads, page and visitor that can occur together', () => {
    assert.ok(CASES.length >= 200, `${CASES.length} cases`);
    const dimensions = ['regulation', 'choice', 'notice', 'display', 'page', 'signedIn'] as const;
    const values = (name: (typeof dimensions)[number]) => [...new Set(CASES.map((one) => one[name]))];
    const missing = dimensions.flatMap((one, place) =>
      dimensions.slice(place + 1).flatMap((other) =>
        values(one).flatMap((a) =>
          values(other)
            .filter((b) => canMeet({ [one]: a, [other]: b }) && !CASES.some((known) => known[one] === a && known[other] === b))
            .map((b) => `${one} ${String(a)}, ${other} ${String(b)}`),
        ),
      ),
    );
    assert.deepEqual(missing, []);
  });
});
