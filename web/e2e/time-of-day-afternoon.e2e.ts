// All pages in the afternoon, including guest forms and pages that do not depend on the time.

import { testPagesAt } from './time-of-day.ts';

testPagesAt('Friday afternoon');
