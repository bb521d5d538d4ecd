// Simulates the server's script engine: a context with the language's built-ins and nothing else.

import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

/** Removes what QuickJS lacks, and replaces what rendering must not use with functions that throw. */
const RESTRICTIONS = `
for (const name of ['Intl', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'escape', 'unescape']) delete globalThis[name];
const refuse = (what) => () => { throw new Error(what + ' must not be used while rendering'); };
for (const type of [Number, Date, Array, BigInt]) type.prototype.toLocaleString = refuse(type.name + ' toLocaleString');
Date.prototype.toLocaleDateString = Date.prototype.toLocaleTimeString = refuse('Date toLocale…String');
String.prototype.localeCompare = refuse('localeCompare');
Math.random = refuse('Math.random');
`;

/** React's development build measures its own time, so it gets a clock that always reads 0. */
const CLOCK = {
  none: `Date.now = () => { throw new Error('Date.now must not be used while rendering'); };`,
  stopped: 'Date.now = () => 0;',
} as const;

/** The bundle's `render`, and the lines that it wrote to the console. */
export interface Isolate {
  readonly render: (json: string) => string;
  readonly console: string[];
}

/** Evaluates a server bundle as the server's engine does. */
export function isolate(bundle: string, clock: keyof typeof CLOCK = 'none'): Isolate {
  const lines: string[] = [];
  const log = (...values: unknown[]): void => void lines.push(values.map(String).join(' '));
  const context = createContext(
    { console: { log, info: log, warn: log, error: log, debug: log } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  runInContext(RESTRICTIONS + CLOCK[clock], context);
  runInContext(readFileSync(bundle, 'utf8'), context, { filename: bundle });
  const render: unknown = runInContext('render', context);
  if (typeof render !== 'function') throw new Error(`${bundle} has no global function render`);
  return {
    console: lines,
    render(json) {
      const rendered: unknown = Reflect.apply(render, undefined, [json]);
      if (typeof rendered !== 'string') throw new Error('render must return a string');
      return rendered;
    },
  };
}
