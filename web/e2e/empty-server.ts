// Starts the built program on an empty data folder, as somebody does who has just installed it.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, mailsIn, terminate, waitForPort } from './server-process.ts';
import { eventually } from './wait.ts';

/** A running server that has no sites at first. */
export interface EmptyServer {
  /** The address that the first start prints, which makes the first owner. */
  readonly setUpAddress: string;
  /** The raw messages that were sent to an email address so far, oldest first. */
  mails(to: string): string[];
  stop(): Promise<void>;
}

/** Starts a server on a free port. It may read websites at the addresses in `internal`, as `host:port`. `clock` is its time at the start. */
export async function startEmptyServer({
  internal = [],
  clock,
}: { readonly internal?: readonly string[]; readonly clock?: string } = {}): Promise<EmptyServer> {
  const binary = process.env['MARQUEE_TEST_BINARY'] ?? 'target/debug/marquee';
  const data = mkdtempSync(join(tmpdir(), 'marquee-e2e-'));
  const flags = ['--listen', '127.0.0.1:0', '--data', data, '--editor-host', 'editor.localhost', '--third-parties', 'off'];
  const allowed = internal.flatMap((address) => ['--internal-upstreams', address]);
  const child = spawn(binary, ['serve', ...flags, ...allowed, '--log-format', 'json'], {
    env: { ...environment(), ...(clock === undefined ? {} : { MARQUEE_CLOCK: clock }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await waitForPort(child);
  let setUpAddress = '';
  await eventually('the set-up address is printed', () => {
    setUpAddress = /http:\/\/\S+\/editor\/welcome\/\?token=[\w-]+(?=\s)/.exec(printed)?.[0] ?? '';
    return setUpAddress !== '';
  });
  return {
    setUpAddress,
    mails: (to) => mailsIn(data, to),
    async stop() {
      await terminate(child);
      rmSync(data, { recursive: true, force: true });
    },
  };
}
