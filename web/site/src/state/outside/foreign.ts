// Calling what others put on the page. Nothing of it is known before it is looked at, and whatever it does wrong stays there.

type Named = Readonly<Record<string, unknown>>;

const hasNames = (value: unknown): value is Named => (typeof value === 'object' && value !== null) || typeof value === 'function';
const isFunction = (value: unknown): value is (...given: readonly unknown[]) => unknown => typeof value === 'function';

/** Calls a method, such as `notice.isVisible` of `Didomi`; nothing where there is none, or where it throws. */
export function callForeign(target: unknown, path: string, ...given: readonly unknown[]): unknown {
  try {
    let owner: unknown;
    let found = target;
    for (const name of path.split('.')) {
      owner = found;
      found = hasNames(owner) ? owner[name] : undefined;
    }
    return isFunction(found) ? Reflect.apply(found, owner, given) : undefined;
  } catch {
    return undefined;
  }
}

/** What the page's scripts share: the names on `window`. */
export interface Globals {
  readonly get: (name: string) => unknown;
  readonly set: (name: string, value: unknown) => void;
}

/** The names of this window. */
export const pageGlobals = (): Globals => ({
  get: (name) => Reflect.get(window, name),
  set: (name, value) => void Reflect.set(window, name, value),
});

/** Puts something into a queue that works before and after its script has loaded. */
export function enqueue({ get, set }: Globals, name: string, item: unknown): void {
  const queue = get(name);
  if (hasNames(queue) && isFunction(queue['push'])) callForeign(queue, 'push', item);
  else set(name, [item]);
}
