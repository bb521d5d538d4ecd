import { describe, expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

interface FakeScript {
  id: string;
  src: string;
  async: boolean;
  listeners: Map<string, () => void>;
  addEventListener: (type: string, listener: () => void) => void;
  remove: () => void;
}

function fakeDocument() {
  const inPage: FakeScript[] = [];
  const scripts = {
    find: (id: string) => inPage.some((script) => script.id === id),
    create: (): FakeScript => {
      const listeners = new Map<string, () => void>();
      const script: FakeScript = {
        id: '',
        src: '',
        async: false,
        listeners,
        addEventListener: (type, listener) => void listeners.set(type, listener),
        remove: () => void inPage.splice(inPage.indexOf(script), 1),
      };
      return script;
    },
    append: (script: FakeScript) => void inPage.push(script),
  };
  return { inPage, scripts };
}

describe('third-party scripts', () => {
  it('are loaded once', async () => {
    const { inPage, scripts } = fakeDocument();
    const first = loadScript(scripts, 'one', 'https://a.example/1.js');
    expect(loadScript(scripts, 'one', 'https://a.example/1.js')).toBe(first);
    expect(inPage.map(({ id, src, async }) => ({ id, src, async }))).toEqual([
      { id: 'one', src: 'https://a.example/1.js', async: true },
    ]);
    inPage[0]?.listeners.get('load')?.();
    await first;
  });

  it('can be retried after a failure', async () => {
    const { inPage, scripts } = fakeDocument();
    const first = loadScript(scripts, 'two', 'https://a.example/2.js');
    inPage[0]?.listeners.get('error')?.();
    await expect(first).rejects.toThrow('The script two could not be loaded');
    expect(inPage).toHaveLength(0);
    const second = loadScript(scripts, 'two', 'https://a.example/2.js');
    inPage[0]?.listeners.get('load')?.();
    await second;
  });

  it('are not loaded if they are already in the page', async () => {
    const { inPage, scripts } = fakeDocument();
    await loadScript({ ...scripts, find: () => true }, 'three', 'https://a.example/3.js');
    expect(inPage).toHaveLength(0);
  });
});
