// Stands in for the service in tests: responses are read with their calls, like those of the network.

import type { Call } from '@marquee/api/call.ts';

/** A function that sends calls to `respond`, which returns or rejects with the response as the service sends it. */
export const fakeService =
  <More extends readonly unknown[]>(respond: (call: Call, ...more: More) => unknown) =>
  async <Value>(call: Call<Value>, ...more: More): Promise<Value> =>
    call.read(await respond(call, ...more));
