// The process of a server: its environment, its port, its mails and its end.

import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Timeout of a start, in ms. The first start also encodes the pictures. It is much longer than an idle machine needs, because only
 * a failure waits for all of it.
 */
const START_TIMEOUT_MS = 600_000;

/** The environment of this process without the settings of Marquee. */
export const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MARQUEE_')));

/** The raw messages that a server with this data folder sent to an email address so far, oldest first. */
export function mailsIn(data: string, to: string): string[] {
  const outbox = join(data, 'outbox');
  const files = existsSync(outbox) ? readdirSync(outbox).toSorted() : [];
  // A mail is first written to a temporary file.
  const mails = files.filter((name) => name.endsWith('.eml'));
  return mails
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => /^To: (.*)$/mu.exec(mail)?.[1]?.includes(to) === true);
}

/** Ends a server by its process id, and waits until it is gone. */
export async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

/** Waits for the log line with the address of the listener, and returns its port. */
export function waitForPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timeout = setTimeout(() => {
      child.kill();
      reject(new Error(`the server did not start:\n${output}`));
    }, START_TIMEOUT_MS);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const port = /listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timeout);
      resolve(Number(port));
    });
  });
}
