// Starts the built program as a demo server, and stops it by its process id.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { environment, mailsIn, terminate, waitForPort } from './server-process.ts';

/** Friday evening in the time zone of the demo sites, with the schedule that the design shows. */
const DEFAULT_CLOCK = '2026-11-20T22:48:00Z';
/** The folder of a picture's renditions with the current settings of the encoder, beside its original. */
const RENDITIONS = 'r1';
/** Prefix of folders that are not complete yet. */
const TEMP_PREFIX = 'new-';

/** The `config` object of an exported site (`site.json`). */
export interface Configuration {
  options: Record<string, unknown>;
  [key: string]: unknown;
}

/** The `settings` object of an exported site (`site.json`). */
export type SiteSettings = Record<string, unknown>;

/** A person to add with `marquee operator add`. */
export interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly role?: string;
  readonly site?: string;
  /** Ids of theaters of the site to which the role is limited. */
  readonly theaters?: readonly string[];
}

/** A person who edits sites, with their password. */
export interface Operator extends NewOperator {
  readonly password: string;
}

/** A running demo server. */
export interface DemoServer {
  /** The port of both demo sites. */
  readonly port: number;
  /** Changes the settings of a demo site with the command line: exports it, and applies `change` to its file. */
  configure(site: string, change: (config: Configuration, settings: SiteSettings) => void): void;
  /** Adds a person who edits sites, and returns their account. Without `site` the role applies to all sites. */
  addOperator(operator: NewOperator): Operator;
  /** The raw messages that were sent to an email address so far, oldest first. */
  mails(to: string): string[];
  stop(): Promise<void>;
}

/**
 * Copies the development build of the front end to a temporary folder. In this build React logs warnings, such as hydration
 * mismatches.
 */
export function developmentFrontEnd(): string {
  const dist = join(import.meta.dirname, '../dist');
  const folder = mkdtempSync(join(tmpdir(), 'marquee-dev-'));
  cpSync(join(dist, 'dev'), folder, { recursive: true });
  for (const shared of ['fonts', 'icons']) cpSync(join(dist, shared), join(folder, shared), { recursive: true });
  cpSync(join(dist, 'ssr.dev.js'), join(folder, 'ssr.js'));
  return folder;
}

/**
 * Starts a demo server on a free port, with its own data folder and a fixed date (`--clock` sets another). Its sites load nothing
 * from third parties.
 */
export const startDemo = (...flags: readonly string[]): Promise<DemoServer> =>
  startDemoWithThirdParties('--third-parties', 'off', ...flags);

/** The same, with stand-ins for all third parties at `third-parties.localhost`. */
export async function startDemoWithThirdParties(...flags: readonly string[]): Promise<DemoServer> {
  const binary = process.env['MARQUEE_TEST_BINARY'] ?? 'target/debug/marquee';
  const data = mkdtempSync(join(tmpdir(), 'marquee-e2e-'));
  const cachedData = await cachedDemoData(binary);
  copyDemoData(cachedData, data);
  const child = start(binary, data, flags);
  const port = await waitForPort(child);
  const marquee = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(binary, [...args, '--data', data], {
      env: environment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
  return {
    port,
    configure(site, change) {
      const folder = mkdtempSync(join(tmpdir(), 'marquee-site-'));
      marquee('site', 'export', site, join(folder, site));
      const file = join(folder, site, 'site.json');
      const record: { config: Configuration; settings: SiteSettings } = JSON.parse(readFileSync(file, 'utf8'));
      change(record.config, record.settings);
      writeFileSync(file, JSON.stringify(record));
      marquee('site', 'add', file);
      rmSync(folder, { recursive: true, force: true });
    },
    addOperator(operator) {
      const { email, name, role = 'owner', site, theaters = [] } = operator;
      const scope = [...(site === undefined ? [] : ['--site', site]), ...theaters.flatMap((theater) => ['--theater', theater])];
      const output = marquee('operator', 'add', email, '--name', name, '--role', role, ...scope);
      const password = /^password: (.+)$/m.exec(output)?.[1];
      if (password === undefined) throw new Error(`no password was printed: ${output}`);
      return { ...operator, password };
    },
    mails: (to) => mailsIn(data, to),
    async stop() {
      await terminate(child);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function start(binary: string, data: string, flags: readonly string[]): ChildProcess {
  const clock = flags.includes('--clock') ? [] : ['--clock', DEFAULT_CLOCK];
  // Rendering all pages at the start takes seconds of CPU time, and a test file opens only a few of them.
  const defaultFlags = ['--listen', '127.0.0.1:0', '--data', data, '--defer-pages', 'on', '--log-format', 'json'];
  return spawn(binary, ['demo', ...defaultFlags, ...clock, ...flags], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/**
 * Returns the data folder of a demo that this binary has already started once. Most of a first start is spent on encoding pictures.
 */
async function cachedDemoData(binary: string): Promise<string> {
  const { mtimeMs, size } = statSync(binary);
  const cacheFolder = join(dirname(binary), 'marquee-e2e');
  const key = `${mtimeMs}-${size}`;
  const cachedData = join(cacheFolder, key);
  if (existsSync(cachedData)) return cachedData;
  mkdirSync(cacheFolder, { recursive: true });
  for (const old of readdirSync(cacheFolder).filter((name) => name !== key && !name.startsWith(TEMP_PREFIX)))
    rmSync(join(cacheFolder, old), { recursive: true, force: true });
  const newData = mkdtempSync(join(cacheFolder, TEMP_PREFIX));
  const child = start(binary, newData, []);
  await waitForPort(child);
  await terminate(child);
  try {
    renameSync(newData, cachedData);
  } catch (failure) {
    // Another test process created the folder first.
    if (!existsSync(cachedData)) throw failure;
    rmSync(newData, { recursive: true, force: true });
  }
  return cachedData;
}

/**
 * Copies the data folder of a demo. All servers share the folders of its renditions, because encoding pictures takes much CPU time: what
 * one server has encoded, the others read at once. A server moves a file into such a folder when it is complete.
 */
function copyDemoData(cachedData: string, data: string): void {
  cpSync(cachedData, data, { recursive: true, filter: (source) => basename(source) !== RENDITIONS });
  const media = join(data, 'media');
  for (const name of readdirSync(media, { recursive: true, encoding: 'utf8' })) {
    if (basename(name) !== 'original') continue;
    const renditions = join(cachedData, 'media', dirname(name), RENDITIONS);
    mkdirSync(renditions, { recursive: true });
    symlinkSync(resolve(renditions), join(media, dirname(name), RENDITIONS));
  }
}
