// Loads third-party scripts by script elements, each once.

/** The document functions that this module depends on. */
export interface Scripts<Element> {
  /** Whether the document has an element with this id. */
  readonly find: (id: string) => boolean;
  readonly create: () => Element & {
    id: string;
    src: string;
    async: boolean;
    addEventListener: (type: 'load' | 'error', listener: () => void) => void;
    remove: () => void;
  };
  readonly append: (element: Element) => void;
}

const loads = new Map<string, Promise<void>>();

/** Loads a script. Another call with the same id returns the same promise, unless the script failed to load. */
export function loadScript<Element>(scripts: Scripts<Element>, id: string, src: string): Promise<void> {
  const existing = loads.get(id);
  if (existing !== undefined) return existing;
  const loading = new Promise<void>((resolve, reject) => {
    if (scripts.find(id)) {
      resolve();
      return;
    }
    const script = scripts.create();
    script.id = id;
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loads.delete(id);
      script.remove();
      reject(new Error(`The script ${id} could not be loaded`));
    });
    scripts.append(script);
  });
  loads.set(id, loading);
  return loading;
}

/** The functions of the page's document. */
export const pageScripts = (): Scripts<HTMLScriptElement> => ({
  find: (id) => document.getElementById(id) !== null,
  create: () => document.createElement('script'),
  append: (element) => document.head.append(element),
});
