// Schedule pages at the end of the evening.

import { testPagesAt } from './time-of-day.ts';

testPagesAt('Friday at the last start');
testPagesAt('Friday after the last film');
