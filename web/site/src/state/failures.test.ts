import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

class Script {
  readonly src: string;
  constructor(src: string) {
    this.src = src;
  }
}
class Sheet {
  readonly href: string;
  constructor(href: string) {
    this.href = href;
  }
}

const listeners = new Map<string, (event: { type: string; target: unknown }) => void>();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('HTMLScriptElement', Script);
  vi.stubGlobal('HTMLLinkElement', Sheet);
  vi.stubGlobal('origin', 'https://acme.example');
  vi.stubGlobal('addEventListener', (type: string, listener: (event: { type: string; target: unknown }) => void) =>
    listeners.set(type, listener),
  );
});
afterEach(() => vi.unstubAllGlobals());

async function failedAfter(type: string, target: unknown): Promise<boolean> {
  const { resourcesFailed, watchFailures } = await import('./failures.ts');
  watchFailures();
  expect(resourcesFailed()).toBe(false);
  listeners.get(type)?.({ type, target });
  return resourcesFailed();
}

describe('a failed resource', () => {
  it('SW-02 is a script, a stylesheet or a module of this site that did not load', async () => {
    expect(await failedAfter('error', new Script('https://acme.example/assets/app.js'))).toBe(true);
    vi.resetModules();
    expect(await failedAfter('error', new Sheet('https://acme.example/assets/style.css'))).toBe(true);
    vi.resetModules();
    expect(await failedAfter('vite:preloadError', {})).toBe(true);
  });

  it('house: is neither a blocked third-party script nor an error thrown by a script', async () => {
    expect(await failedAfter('error', new Script('https://sdk.privacy-center.org/k/loader.js'))).toBe(false);
    vi.resetModules();
    expect(await failedAfter('error', new Script('https://acme.example.org/app.js'))).toBe(false);
    vi.resetModules();
    expect(await failedAfter('error', {})).toBe(false);
  });
});
