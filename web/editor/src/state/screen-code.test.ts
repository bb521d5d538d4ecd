import { describe, expect, it } from 'vitest';
import { WAITS_FOR_CONNECTION, loadScreenCode } from './screen-code.ts';

/** Code that loads after a number of failures, and a connection that is there after as many attempts. */
function connectionAfter(failures: number) {
  const waits: boolean[] = [];
  let attempts = 0;
  return {
    waits,
    load: () => {
      attempts += 1;
      return attempts > failures ? Promise.resolve('code') : Promise.reject(new Error(`attempt ${attempts}`));
    },
    connection: {
      isReachable: () => Promise.resolve(attempts > failures),
      nextAttempt: () => {
        waits.push(WAITS_FOR_CONNECTION.value());
        return Promise.resolve();
      },
    },
  };
}

describe('the code of a screen', () => {
  it('is loaded at once over a connection', async () => {
    const { load, connection, waits } = connectionAfter(0);
    expect(await loadScreenCode(load, connection)).toBe('code');
    expect(waits).toEqual([]);
  });

  it('ux 5.17 waits for a connection, and says so', async () => {
    const { load, connection, waits } = connectionAfter(2);
    expect(await loadScreenCode(load, connection)).toBe('code');
    expect(waits).toEqual([true, true]);
    expect(WAITS_FOR_CONNECTION.value()).toBe(false);
  });

  it('fails if the server answers but does not have it', async () => {
    const isGone = { isReachable: () => Promise.resolve(true), nextAttempt: () => Promise.reject(new Error('not expected')) };
    const load = () => Promise.reject(new Error('gone'));
    await expect(loadScreenCode(load, isGone)).rejects.toThrow('gone');
    expect(WAITS_FOR_CONNECTION.value()).toBe(false);
  });
});
