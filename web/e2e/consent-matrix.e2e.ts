// The cases of the consent matrix without a notice and with Didomi.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CASES, canCombine } from './consent-cases.ts';
import { testCases } from './consent-matrix.ts';

describe('what pages load without a consent notice and with Didomi', () => {
  testCases(CASES.filter((testCase) => testCase.notice !== 'embedded'));

  it('CONS-02 the cases of both files are at least 200 and combine every two values of regulation, choice, notice, ads, page, visitor and tracker that can occur together', () => {
    assert.ok(CASES.length >= 200, `${CASES.length} cases`);
    const dimensions = ['regulation', 'choice', 'notice', 'display', 'page', 'signedIn', 'trackerWaits'] as const;
    const values = (name: (typeof dimensions)[number]) => [...new Set(CASES.map((testCase) => testCase[name]))];
    const missingPairs = dimensions.flatMap((first, index) =>
      dimensions.slice(index + 1).flatMap((second) =>
        values(first).flatMap((a) =>
          values(second)
            .filter(
              (b) =>
                canCombine({ [first]: a, [second]: b }) &&
                !CASES.some((testCase) => testCase[first] === a && testCase[second] === b),
            )
            .map((b) => `${first} ${String(a)}, ${second} ${String(b)}`),
        ),
      ),
    );
    assert.deepEqual(missingPairs, []);
  });
});
