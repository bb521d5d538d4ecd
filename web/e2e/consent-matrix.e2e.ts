// A part of the matrix of consent: without a notice, and with Didomi.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CASES, canMeet } from './consent-cases.ts';
import { matrix } from './consent-matrix.ts';

describe('the matrix of consent', () => {
  matrix(CASES.filter((one) => one.notice !== 'embedded'));

  it('has at least 200 cases in all its parts, and every pair of values that can meet', () => {
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
