import { describe, expect, it } from 'vitest';
import { WAITS_FOR_CONNECTION, connectionOf, loadScreenCode } from './screen-code.ts';

/** A connection that is there after a number of pauses, and code that loads over it. */
function connectionAfter(pauses: number) {
  const waits: number[] = [];
  const wasWaiting: boolean[] = [];
  const requests: boolean[] = [];
  const isThere = (): boolean => waits.length >= pauses;
  return {
    waits,
    wasWaiting,
    requests,
    load: () => (isThere() ? Promise.resolve('code') : Promise.reject(new Error('no connection'))),
    connection: connectionOf({
      isReachable() {
        requests.push(isThere());
        return Promise.resolve(isThere());
      },
      pause(milliseconds) {
        waits.push(milliseconds);
        wasWaiting.push(WAITS_FOR_CONNECTION.value());
        return Promise.resolve();
      },
      onReachable: () => Promise.resolve(),
    }),
  };
}

describe('the code of a screen', () => {
  it('is loaded at once over a connection', async () => {
    const { load, connection, requests, waits } = connectionAfter(0);
    expect(await loadScreenCode(load, connection)).toBe('code');
    expect([requests, waits]).toEqual([[], []]);
  });

  it('ux 5.17 waits for a connection, and says so', async () => {
    const { load, connection, wasWaiting } = connectionAfter(2);
    expect(await loadScreenCode(load, connection)).toBe('code');
    expect(wasWaiting).toEqual([true, true]);
    expect(WAITS_FOR_CONNECTION.value()).toBe(false);
  });

  it('is waited for twice as long each time, up to half a minute', async () => {
    const { load, connection, waits } = connectionAfter(5);
    await loadScreenCode(load, connection);
    expect(waits).toEqual([5000, 10_000, 20_000, 30_000, 30_000]);
  });

  it('shares the attempts of several screens, which wait until the last one is loaded', async () => {
    const { load, connection, requests, waits } = connectionAfter(3);
    let finish = (): void => {};
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    const late = async (): Promise<string> => {
      const code = await load();
      await isFinished;
      return code;
    };
    const slow = loadScreenCode(late, connection);
    expect(await Promise.all([loadScreenCode(load, connection), loadScreenCode(load, connection)])).toEqual(['code', 'code']);
    expect(waits).toHaveLength(3);
    expect(requests).toEqual([false, false, false, true]);
    expect(WAITS_FOR_CONNECTION.value()).toBe(true);
    finish();
    expect(await slow).toBe('code');
    expect(WAITS_FOR_CONNECTION.value()).toBe(false);
  });

  it('fails if the server answers but does not have it', async () => {
    const { connection, waits } = connectionAfter(0);
    await expect(loadScreenCode(() => Promise.reject(new Error('gone')), connection)).rejects.toThrow('gone');
    expect(waits).toEqual([]);
    expect(WAITS_FOR_CONNECTION.value()).toBe(false);
  });
});
