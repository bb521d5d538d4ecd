import { describe, expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

interface Stand {
  id: string;
  src: string;
  async: boolean;
  listeners: Map<string, () => void>;
  addEventListener: (type: string, listener: () => void) => void;
  remove: () => void;
}

function stand() {
  const there: Stand[] = [];
  const scripts = {
    find: (id: string) => there.some((script) => script.id === id),
    create: (): Stand => {
      const listeners = new Map<string, () => void>();
      const script: Stand = {
        id: '',
        src: '',
        async: false,
        listeners,
        addEventListener: (type, listener) => void listeners.set(type, listener),
        remove: () => void there.splice(there.indexOf(script), 1),
      };
      return script;
    },
    append: (script: Stand) => void there.push(script),
  };
  return { there, scripts };
}

describe('scripts of others', () => {
  it('are loaded once', async () => {
    const { there, scripts } = stand();
    const first = loadScript(scripts, 'one', 'https://a.example/1.js');
    expect(loadScript(scripts, 'one', 'https://a.example/1.js')).toBe(first);
    expect(there.map(({ id, src, async }) => ({ id, src, async }))).toEqual([{ id: 'one', src: 'https://a.example/1.js', async: true }]);
    there[0]?.listeners.get('load')?.();
    await first;
  });

  it('may be tried again when they failed', async () => {
    const { there, scripts } = stand();
    const first = loadScript(scripts, 'two', 'https://a.example/2.js');
    there[0]?.listeners.get('error')?.();
    await expect(first).rejects.toThrow('The script two could not be loaded');
    expect(there).toHaveLength(0);
    const second = loadScript(scripts, 'two', 'https://a.example/2.js');
    there[0]?.listeners.get('load')?.();
    await second;
  });

  it('that are in the page already are not loaded', async () => {
    const { there, scripts } = stand();
    await loadScript({ ...scripts, find: () => true }, 'three', 'https://a.example/3.js');
    expect(there).toHaveLength(0);
  });
});
