// Calls to globals of third-party scripts. Their types are unknown and are checked at run time, and their exceptions are caught.

type Properties = Readonly<Record<string, unknown>>;

const hasProperties = (value: unknown): value is Properties =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';
const isFunction = (value: unknown): value is (...parameters: readonly unknown[]) => unknown => typeof value === 'function';

/** Calls a method, such as `notice.isVisible` of `Didomi`. Returns undefined if there is no such method or it throws. */
export function callThirdParty(target: unknown, path: string, ...parameters: readonly unknown[]): unknown {
  try {
    let owner: unknown;
    let value = target;
    for (const name of path.split('.')) {
      owner = value;
      value = hasProperties(owner) ? owner[name] : undefined;
    }
    return isFunction(value) ? Reflect.apply(value, owner, parameters) : undefined;
  } catch {
    return undefined;
  }
}

/** Access to global variables. */
export interface Globals {
  readonly get: (name: string) => unknown;
  readonly set: (name: string, value: unknown) => void;
}

/** The globals of this window. */
export const pageGlobals = (): Globals => ({
  get: (name) => Reflect.get(window, name),
  set: (name, value) => void Reflect.set(window, name, value),
});

/** Adds an item to a queue, before or after its script has loaded. */
export function enqueue({ get, set }: Globals, name: string, item: unknown): void {
  const queue = get(name);
  if (hasProperties(queue) && isFunction(queue['push'])) callThirdParty(queue, 'push', item);
  else set(name, [item]);
}
