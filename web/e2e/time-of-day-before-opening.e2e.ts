// Schedule pages before the cinemas open.

import { testPagesAt } from './time-of-day.ts';

testPagesAt('Friday before opening');
testPagesAt('Monday morning');
