// The real program, started for the tests and ended by its process id.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Friday evening at the demo's home, when the programme is as the design shows it. */
const CLOCK = '2026-11-20T22:48:00Z';
/** Time for the first start, which takes in the pictures, in ms: much longer than on an idle machine, because only a failure takes this long. */
const START_MS = 600_000;

/** How the names of folders begin that a first start is still filling. */
const MAKING = 'new-';

/** What a site's file says under `config`. */
export interface Configuration {
  options: Record<string, unknown>;
  [key: string]: unknown;
}

/** What a site's file says under `settings`. */
export type SiteSettings = Record<string, unknown>;

export interface Program {
  /** The port both demo sites answer on. */
  readonly port: number;
  /** Changes a demo site's configuration, as an operator of the server would: exported, written, imported. */
  configure(site: string, change: (config: Configuration, settings: SiteSettings) => void): void;
  /** The mails to an address that were written until now, oldest first, as they are sent. */
  mails(to: string): string[];
  stop(): Promise<void>;
}

/** The front end as it is built for development, in a folder of its own: React says there what it finds wrong. */
export function developmentFrontEnd(): string {
  const dist = join(import.meta.dirname, '../dist');
  const folder = mkdtempSync(join(tmpdir(), 'marquee-dev-'));
  cpSync(join(dist, 'dev'), folder, { recursive: true });
  for (const shared of ['fonts', 'icons']) cpSync(join(dist, shared), join(folder, shared), { recursive: true });
  cpSync(join(dist, 'ssr.dev.js'), join(folder, 'ssr.js'));
  return folder;
}

/** Starts the demo on a free port with a fixed calendar (`--clock` sets another) and data of its own; its sites load nothing of third parties. */
export const startDemo = (...flags: readonly string[]): Promise<Program> =>
  startWithThirdParties('--third-parties', 'off', ...flags);

/** The same with stand-ins for all third parties, at `third-parties.localhost`. */
export async function startWithThirdParties(...flags: readonly string[]): Promise<Program> {
  const binary = process.env['MARQUEE_TEST_BINARY'] ?? 'target/debug/marquee';
  const data = mkdtempSync(join(tmpdir(), 'marquee-e2e-'));
  const kept = await dataOfDemo(binary);
  cpSync(kept, data, { recursive: true });
  const child = start(binary, data, flags);
  const port = await listening(child);
  return {
    port,
    configure(site, change) {
      const folder = mkdtempSync(join(tmpdir(), 'marquee-site-'));
      const marquee = (...words: readonly string[]) => {
        const { status, stdout, stderr } = spawnSync(binary, [...words, '--data', data], { env: environment(), encoding: 'utf8' });
        if (status !== 0) throw new Error(`${words.join(' ')}: ${stdout}${stderr}`);
      };
      marquee('site', 'export', site, join(folder, site));
      const file = join(folder, site, 'site.json');
      const record: { config: Configuration; settings: SiteSettings } = JSON.parse(readFileSync(file, 'utf8'));
      change(record.config, record.settings);
      writeFileSync(file, JSON.stringify(record));
      marquee('site', 'import', join(folder, site));
      rmSync(folder, { recursive: true, force: true });
    },
    mails(to) {
      const outbox = join(data, 'outbox');
      const all = existsSync(outbox) ? readdirSync(outbox).toSorted() : [];
      // A mail is written beside its place first.
      const sent = all.filter((name) => name.endsWith('.eml'));
      return sent
        .map((name) => readFileSync(join(outbox, name), 'utf8'))
        .filter((mail) => /^To: (.*)$/mu.exec(mail)?.[1]?.includes(to) === true);
    },
    async stop() {
      await end(child);
      keepRenditions(join(data, 'media'), join(kept, 'media'));
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** What this program is started with, but for its own settings. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MARQUEE_')));

function start(binary: string, data: string, flags: readonly string[]): ChildProcess {
  const clock = flags.includes('--clock') ? [] : ['--clock', CLOCK];
  // Rendering all pages at the start takes seconds of processor time, and a file of tests opens a few.
  const own = ['--listen', '127.0.0.1:0', '--data', data, '--defer-pages', 'on', '--log-format', 'json'];
  return spawn(binary, ['demo', ...own, ...clock, ...flags], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** The data of a demo that was started once by this program: most of a first start is the making of its pictures. */
async function dataOfDemo(binary: string): Promise<string> {
  const { mtimeMs, size } = statSync(binary);
  const all = join(dirname(binary), 'marquee-e2e');
  const key = `${mtimeMs}-${size}`;
  const kept = join(all, key);
  if (existsSync(kept)) return kept;
  mkdirSync(all, { recursive: true });
  for (const old of readdirSync(all).filter((name) => name !== key && !name.startsWith(MAKING)))
    rmSync(join(all, old), { recursive: true, force: true });
  const made = mkdtempSync(join(all, MAKING));
  const child = start(binary, made, []);
  await listening(child);
  await end(child);
  try {
    renameSync(made, kept);
  } catch (failure) {
    // Another file of tests was faster.
    if (!existsSync(kept)) throw failure;
    rmSync(made, { recursive: true, force: true });
  }
  return kept;
}

/** Adds renditions that a program made to the data that others begin with: encoding pictures takes much processor time. */
function keepRenditions(made: string, kept: string): void {
  // Another program may be starting with a copy of the folder: what is not complete stays out of it.
  const part = join(dirname(dirname(kept)), `${MAKING}rendition-${process.pid}`);
  for (const name of readdirSync(made, { recursive: true, encoding: 'utf8' })) {
    // Notes belong to one program. Files that it was writing have a number in their name.
    if (name.startsWith('_') || name.includes('#') || !statSync(join(made, name)).isFile()) continue;
    const place = join(kept, name);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    copyFileSync(join(made, name), part);
    renameSync(part, place);
  }
}

/** The port of the line that says where the program listens. */
function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => {
      child.kill();
      reject(new Error(`the demo did not start:\n${said}`));
    }, START_MS);
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}:\n${said}`)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(Number(port));
    });
  });
}
