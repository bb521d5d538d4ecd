// A stand-in for the server's engine: a bare context with the language and nothing else.

import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

/** Takes away what QuickJS lacks, and makes what must not be used while rendering fail loudly. */
const BARE = `
for (const name of ['Intl', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'escape', 'unescape']) delete globalThis[name];
const refuse = (what) => () => { throw new Error(what + ' must not be used while rendering'); };
for (const type of [Number, Date, Array, BigInt]) type.prototype.toLocaleString = refuse(type.name + ' toLocaleString');
Date.prototype.toLocaleDateString = Date.prototype.toLocaleTimeString = refuse('Date toLocale…String');
String.prototype.localeCompare = refuse('localeCompare');
Math.random = refuse('Math.random');
`;

/** React's development build reads the clock to time itself: it gets one that stands. */
const CLOCK = { none: `Date.now = () => { throw new Error('Date.now must not be used while rendering'); };`, stopped: 'Date.now = () => 0;' } as const;

/** The bundle's `render`, and what it said on the console. */
export interface Isolate {
  readonly render: (json: string) => string;
  readonly console: string[];
}

/** Evaluates a server bundle as the server's engine would. */
export function isolate(bundle: string, clock: keyof typeof CLOCK = 'none'): Isolate {
  const said: string[] = [];
  const say = (...words: unknown[]): void => void said.push(words.map(String).join(' '));
  const context = createContext(
    { console: { log: say, info: say, warn: say, error: say, debug: say } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  runInContext(BARE + CLOCK[clock], context);
  runInContext(readFileSync(bundle, 'utf8'), context, { filename: bundle });
  const render: unknown = runInContext('render', context);
  if (typeof render !== 'function') throw new Error(`${bundle} has no global function render`);
  return {
    console: said,
    render(json) {
      const answer: unknown = Reflect.apply(render, undefined, [json]);
      if (typeof answer !== 'string') throw new Error('render must return a string');
      return answer;
    },
  };
}
