import { expect, it } from 'vitest';
import { DATA_LAYER, LOAD_TIMEOUT_MS, QUEUE_INTERVAL_MS, SERVICE_CONFIG, SERVICE_LAYER } from './facts.ts';

it('ANLY-13 the cookie of the analytics service lasts 34,164,000 s, is not renewed, and IP addresses are anonymized', () => {
  expect(SERVICE_CONFIG).toEqual({ cookie_expires: 34_164_000, cookie_update: false, anonymize_ip: true });
  expect(Math.floor(SERVICE_CONFIG.cookie_expires / 86_400)).toBe(395);
});

it('ANLY-14 ANLY-15 the library sends its queue every 3000 ms and waits 10000 ms for a script', () => {
  expect([QUEUE_INTERVAL_MS, LOAD_TIMEOUT_MS]).toEqual([3000, 10_000]);
});

it('ANLY-16 the data layer is named dataLayer, and the service has its own', () => {
  expect(DATA_LAYER).toBe('dataLayer');
  expect(SERVICE_LAYER).not.toBe(DATA_LAYER);
});
