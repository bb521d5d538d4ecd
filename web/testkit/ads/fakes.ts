// Fakes of the third-party ad wrapper and ad tag for tests (docs/spec/third-party.md, 2).

import type { Globals } from '@marquee/site/src/state/outside/third-party-globals.ts';

type Job = () => void;

/** An empty window. */
export function fakeWindow(): Globals & { readonly names: Record<string, unknown> } {
  const names: Record<string, unknown> = {};
  return { names, get: (name) => names[name], set: (name, value) => void Object.assign(names, { [name]: value }) };
}

/** Runs the queued jobs, and later ones immediately. */
function drain(globals: Globals, name: string, api: object): void {
  const existing = globals.get(name);
  const object: { cmd?: Job[] } = typeof existing === 'object' && existing !== null ? existing : {};
  const queued = object.cmd ?? [];
  globals.set(name, Object.assign(object, api, { cmd: { push: (...jobs: Job[]) => jobs.forEach((job) => job()) } }));
  for (const job of queued) job();
}

/** Simulates the arrival of the wrapper's script. Returns a log of its calls. */
export function fakeJad(globals: Globals): unknown[][] {
  const log: unknown[][] = [];
  drain(globals, 'jad', {
    public: {
      setConfig: (config: unknown) => void log.push(['setConfig', config]),
      loadPositions: () => void log.push(['loadPositions']),
      displayPositions: () => void log.push(['displayPositions']),
    },
  });
  return log;
}

/** A slot of the fake tag. */
interface FakeSlot {
  readonly path: string;
  readonly size: unknown;
  readonly container: string;
  readonly addService: () => FakeSlot;
  readonly defineSizeMapping: (mapping: unknown) => FakeSlot;
  readonly getSlotElementId: () => string;
}

/** Simulates the arrival of the tag's script. The containers in `empty` get no ad. */
export function fakeGpt(globals: Globals, empty: readonly string[] = []) {
  const log: unknown[][] = [];
  const slots: FakeSlot[] = [];
  const listeners: ((event: object) => void)[] = [];
  let isEnabled = false;
  const define = (path: string, size: unknown, container: string): FakeSlot | null => {
    if (slots.some((slot) => slot.container === container)) return null;
    const slot: FakeSlot = {
      path,
      size,
      container,
      addService: () => slot,
      defineSizeMapping: (mapping) => {
        log.push(['mapping', container, mapping]);
        return slot;
      },
      getSlotElementId: () => container,
    };
    slots.push(slot);
    log.push(['define', path, size, container]);
    return slot;
  };
  const request = (slot: FakeSlot): void => {
    log.push(['request', slot.container]);
    for (const listener of listeners) listener({ slot, isEmpty: empty.includes(slot.container) });
  };
  const pubads = {
    addEventListener: (_: string, listener: (event: object) => void) => void listeners.push(listener),
    refresh: (requested?: FakeSlot[]) => (requested ?? slots).forEach(request),
    setPrivacySettings: (settings: unknown) => void log.push(['privacy', settings]),
    setForceSafeFrame: (isForced: boolean) => void log.push(['safe frames', isForced]),
  };
  drain(globals, 'googletag', {
    pubads: () => pubads,
    defineSlot: define,
    defineOutOfPageSlot: (path: string, container: string) => define(path, [1, 1], container),
    sizeMapping: () => {
      const entries: unknown[] = [];
      const builder = {
        addSize: (viewport: unknown, sizes: unknown) => {
          entries.push([viewport, sizes]);
          return builder;
        },
        build: () => entries,
      };
      return builder;
    },
    setConfig: (config: unknown) => void log.push(['config', config]),
    enableServices: () => {
      isEnabled = true;
      log.push(['enable']);
    },
    display: (container: string) => {
      const slot = slots.find(({ getSlotElementId }) => getSlotElementId() === container);
      if (slot !== undefined && isEnabled) request(slot);
    },
    destroySlots: (destroyed: FakeSlot[]) => {
      log.push(['destroy', destroyed.map(({ container }) => container)]);
      for (const slot of destroyed) slots.splice(slots.indexOf(slot), 1);
    },
  });
  return { log, slots };
}
