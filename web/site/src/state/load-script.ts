// Scripts of others: loaded by an element of their own, once.

/** What of the document this needs. */
export interface Scripts<Element> {
  readonly find: (id: string) => boolean;
  readonly create: () => Element & { id: string; src: string; async: boolean; addEventListener: (type: 'load' | 'error', listener: () => void) => void; remove: () => void };
  readonly append: (element: Element) => void;
}

const loaded = new Map<string, Promise<void>>();

/** Loads a script; a second call for the same id is given the first one's outcome, unless that failed. */
export function loadScript<Element>(scripts: Scripts<Element>, id: string, src: string): Promise<void> {
  const known = loaded.get(id);
  if (known !== undefined) return known;
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
      loaded.delete(id);
      script.remove();
      reject(new Error(`The script ${id} could not be loaded`));
    });
    scripts.append(script);
  });
  loaded.set(id, loading);
  return loading;
}

/** The scripts of this page. */
export const pageScripts = (): Scripts<HTMLScriptElement> => ({
  find: (id) => document.getElementById(id) !== null,
  create: () => document.createElement('script'),
  append: (element) => document.head.append(element),
});
