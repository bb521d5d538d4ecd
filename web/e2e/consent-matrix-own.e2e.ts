// A part of the matrix of consent: with the site’s own notice.

import { describe } from 'node:test';
import { CASES } from './consent-cases.ts';
import { matrix } from './consent-matrix.ts';

describe('what pages load with the own consent notice of the site', () => {
  matrix(CASES.filter((one) => one.notice === 'embedded'));
});
