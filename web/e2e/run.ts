// `npm run e2e`: runs the browser tests, two files at a time, or the files that are named. A file that fails runs once more, alone: one
// test in thousands waits too long on a busy machine. A test that fails then too fails the run; one that passes is reported as flaky.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const CONCURRENCY = 2;
/** Files whose name starts like this take minutes. They begin first, so that none of them is left to run alone at the end. */
const LONG_FILES = [
  'consent-matrix',
  'time-of-day',
  'image-contrast',
  'editor.',
  'editor-access',
  'editor-feeds.',
  'editor-films',
  'editor-pages',
  'editor-palettes',
  'editor-screens',
  'languages',
  'member-area',
];
/** Timeout of a test file, in ms. */
const FILE_TIMEOUT_MS = 1_800_000;
/** More files than this fail for a common reason, so that running them again would only take time. */
const MAX_REPEATED = 6;

interface Result {
  readonly file: string;
  readonly isPassed: boolean;
  readonly output: string;
  readonly seconds: number;
}

function runFile(file: string): Promise<Result> {
  const start = performance.now();
  // Not `tsx --test`, which is two processes more for each file.
  const flags = ['--import', 'tsx', '--test-reporter=spec'];
  const child = spawn(process.execPath, [...flags, file], { stdio: ['ignore', 'pipe', 'pipe'], timeout: FILE_TIMEOUT_MS });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ file, isPassed: code === 0, output, seconds: Math.round((performance.now() - start) / 1000) }),
    );
  });
}

/** Runs files `concurrency` at a time, and passes each result on when it is there. */
async function runAll(files: readonly string[], concurrency: number, onResult: (result: Result) => void): Promise<void> {
  const queue = [...files];
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) onResult(await runFile(file));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** Node repeats the failed tests with their errors after this line, at the end of its output. */
const FAILURES = '✖ failing tests:';

/** The failed tests of a first run, with their errors. */
const failuresOf = (output: string): string => (output.includes(FAILURES) ? output.slice(output.lastIndexOf(FAILURES)) : '');

/** The lines with the numbers of passed and failed tests, which script/test adds up, are marked so that they do not count. */
const uncounted = (output: string): string => output.replaceAll(/^ℹ /gm, '  first run: ');

const folder = relative(process.cwd(), import.meta.dirname);
const named = process.argv.slice(2);
const isLong = (name: string): boolean => LONG_FILES.some((start) => name.startsWith(start));
const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.e2e.ts'))
  .toSorted();
const ordered = [...all.filter(isLong), ...all.filter((name) => !isLong(name))];
const files = named.length > 0 ? named : ordered.map((name) => join(folder, name));

const failed: Result[] = [];
const durations: Result[] = [];
await runAll(files, CONCURRENCY, (result) => {
  durations.push(result);
  if (result.isPassed) console.log(`${result.file}, ${result.seconds} s\n${result.output}`);
  else failed.push(result);
});

const areRepeated = failed.length <= MAX_REPEATED;
const flaky: string[] = [];
for (const { file, output } of failed) console.log(`${file}\n${areRepeated ? uncounted(output) : output}`);
if (areRepeated)
  await runAll(
    failed.map(({ file }) => file),
    1,
    ({ file, output, isPassed }) => {
      console.log(`${file}, second run\n${output}`);
      if (isPassed) flaky.push(file);
    },
  );

for (const { file, seconds } of durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${seconds} s  ${file}`);
for (const { file, output } of failed.filter((result) => flaky.includes(result.file)))
  console.log(`Flaky: ${file} failed beside others and passed alone\n${failuresOf(output)}`);
process.exitCode = failed.length > flaky.length ? 1 : 0;
