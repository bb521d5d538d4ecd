// The stub of the IAB's transparency framework that must stand before Didomi's loader (docs/spec/third-party.md, 1): calls of
// others wait in a buffer, and frames find the page by an empty frame with a known name.

import { type Globals, callForeign } from '../foreign.ts';

const API = '__tcfapi';
const BUFFER = '__tcfapiBuffer';
const LOCATOR = '__tcfapiLocator';

/** What of the page this needs beside its globals. */
export interface Frames {
  /** Puts an empty frame of this name into the page, unless there is one. */
  readonly addFrame: (name: string) => void;
  /** Calls back at messages of other frames: their content, and how they are answered. */
  readonly onMessage: (listener: (data: unknown, answer: (message: unknown) => void) => void) => void;
}

/** Prepares the page; one that is prepared already is left alone. */
export function stubTcf(globals: Globals, frames: Frames): void {
  if (typeof globals.get(API) === 'function') return;
  const stub = (command: unknown, version: unknown, callback: unknown, parameter: unknown): void => {
    if (typeof callback !== 'function') return;
    const buffer = globals.get(BUFFER);
    const call = { command, version, callback, parameter };
    if (Array.isArray(buffer)) buffer.push(call);
    else globals.set(BUFFER, [call]);
  };
  globals.set(API, Object.assign(stub, { stub: true, stubVersion: 2 }));
  frames.addFrame(LOCATOR);
  frames.onMessage((data, answer) => {
    // The tool has its own listener once it is there.
    if (globals.get(API) !== stub) return;
    const asked = callOf(data);
    if (asked === undefined) return;
    const { command, version, parameter, callId } = asked;
    const reply = (returnValue: unknown, success: unknown): void => {
      const message = { __tcfapiReturn: { returnValue, success, callId } };
      answer(typeof data === 'string' ? JSON.stringify(message) : message);
    };
    callForeign({ stub }, 'stub', command, version, reply, parameter);
  });
}

interface Call {
  readonly command: unknown;
  readonly version: unknown;
  readonly parameter: unknown;
  readonly callId: unknown;
}

/** The call in a message; nothing when it is of something else. */
function callOf(data: unknown): Call | undefined {
  let read = data;
  if (typeof data === 'string') {
    try {
      read = JSON.parse(data);
    } catch {
      return undefined;
    }
  }
  const call = entry(read, '__tcfapiCall');
  if (typeof call !== 'object' || call === null) return undefined;
  return { command: entry(call, 'command'), version: entry(call, 'version'), parameter: entry(call, 'parameter'), callId: entry(call, 'callId') };
}

const entry = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined);

/** The frames of this page. */
export const pageFrames = (): Frames => ({
  addFrame: (name) => {
    if (document.getElementsByName(name).length > 0) return;
    const frame = document.createElement('iframe');
    frame.name = name;
    frame.title = name;
    frame.hidden = true;
    document.body.append(frame);
  },
  onMessage: (listener) => {
    addEventListener('message', ({ data, source }) => {
      // The framework's answers are for whoever asks.
      listener(data, (message) => source?.postMessage(message, { targetOrigin: '*' }));
    });
  },
});
