// The cases of the consent matrix with the site's own notice.

import { describe } from 'node:test';
import { CASES } from './consent-cases.ts';
import { testCases } from './consent-matrix.ts';

describe('what pages load with the site’s own consent notice', () => {
  testCases(CASES.filter((testCase) => testCase.notice === 'embedded'));
});
