// The stub of the IAB's Transparency and Consent Framework (TCF), which must be set before Didomi's loader runs (docs/spec/third-party.md,
// 1). It buffers calls, and adds the locator frame by which frames find the page.

import { type Globals, callThirdParty } from '../third-party-globals.ts';

const API = '__tcfapi';
const BUFFER = '__tcfapiBuffer';
const LOCATOR = '__tcfapiLocator';

/** The page's functions that this module depends on, besides its globals. */
export interface Frames {
  /** Adds an empty frame with this name to the page, unless there is one. */
  readonly addFrame: (name: string) => void;
  /** Calls `listener` with the messages of other frames, and a function that replies to them. */
  readonly onMessage: (listener: (data: unknown, respond: (message: unknown) => void) => void) => void;
}

/** Sets the stub, unless the page has the API already. */
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
  frames.onMessage((data, respond) => {
    // Once the tool has loaded, it handles messages itself.
    if (globals.get(API) !== stub) return;
    const call = callOf(data);
    if (call === undefined) return;
    const { command, version, parameter, callId } = call;
    const reply = (returnValue: unknown, success: unknown): void => {
      const message = { __tcfapiReturn: { returnValue, success, callId } };
      respond(typeof data === 'string' ? JSON.stringify(message) : message);
    };
    callThirdParty({ stub }, 'stub', command, version, reply, parameter);
  });
}

interface Call {
  readonly command: unknown;
  readonly version: unknown;
  readonly parameter: unknown;
  readonly callId: unknown;
}

/** The call in a message; undefined if it has none. */
function callOf(data: unknown): Call | undefined {
  let message = data;
  if (typeof data === 'string') {
    try {
      message = JSON.parse(data);
    } catch {
      return undefined;
    }
  }
  const call = entry(message, '__tcfapiCall');
  if (typeof call !== 'object' || call === null) return undefined;
  return {
    command: entry(call, 'command'),
    version: entry(call, 'version'),
    parameter: entry(call, 'parameter'),
    callId: entry(call, 'callId'),
  };
}

const entry = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

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
      // The TCF allows calls from any origin.
      listener(data, (message) => source?.postMessage(message, { targetOrigin: '*' }));
    });
  },
});
