// The size mapping that operators write for ad locations (area ads; ADS-07).

/** A size in px, or fluid: the ad decides its height. */
export type AdSize = readonly [width: number, height: number] | 'fluid';

/** The sizes from a viewport width in px up; no ad shows without sizes. */
export interface Viewport {
  readonly from: number;
  readonly sizes: readonly AdSize[];
}

/** The viewports of each location, largest first. */
export type SizeMapping = ReadonlyMap<string, readonly Viewport[]>;

/** A key that is accepted without being a location (ADS-30). */
export const INTERSTITIAL_KEY = 'interstitial';

/** Maximum width and height of an ad. */
const MAX_PX = 4096;

/**
 * Parses a size mapping. `problems` has the required messages: an entry that is not an object is skipped, and the mapping is
 * empty if the text is not a JSON object. Unknown locations and viewports that are not numbers are ignored without a message.
 */
export function readSizeMapping(
  text: string,
  keys: readonly string[],
): { readonly mapping: SizeMapping; readonly problems: readonly string[] } {
  const mapping = new Map<string, readonly Viewport[]>();
  if (text.trim() === '') return { mapping, problems: [] };
  const root = parseJson(text);
  if (!isObject(root)) return { mapping, problems: ['Error parsing size mapping'] };
  const problems: string[] = [];
  for (const [key, value] of Object.entries(root)) {
    if (key !== INTERSTITIAL_KEY && !keys.includes(key)) continue;
    if (isObject(value)) mapping.set(key, viewportsOf(value));
    else problems.push(`Invalid size mapping for ad location: ${key}`);
  }
  return { mapping, problems };
}

/** The sizes of a location at a viewport width: of the largest viewport that fits; empty below the smallest. */
export const sizesAt = (viewports: readonly Viewport[], width: number): readonly AdSize[] =>
  viewports.find(({ from }) => from <= width)?.sizes ?? [];

/** Whether the interstitial may show at a viewport width (ADS-30). */
export function mayInterrupt(mapping: SizeMapping, width: number): boolean {
  const viewports = mapping.get(INTERSTITIAL_KEY);
  return viewports === undefined || viewports.length === 0 || sizesAt(viewports, width).length > 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function viewportsOf(entry: object): Viewport[] {
  const viewports = new Map<number, readonly AdSize[]>();
  for (const [key, value] of Object.entries(entry)) {
    const sizes = sizesOf(value);
    if (/^\d{1,5}$/.test(key) && sizes !== undefined) viewports.set(Number(key), sizes);
  }
  return [...viewports].map(([from, sizes]) => ({ from, sizes })).toSorted((a, b) => b.from - a.from);
}

/** A list of sizes, or one size without a list. */
function sizesOf(value: unknown): AdSize[] | undefined {
  const single = sizeOf(value);
  if (single !== undefined) return [single];
  return Array.isArray(value) ? value.map(sizeOf).filter((size) => size !== undefined) : undefined;
}

function sizeOf(value: unknown): AdSize | undefined {
  if (value === 'fluid') return 'fluid';
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [width, height]: unknown[] = value;
  return isLength(width) && isLength(height) ? [width, height] : undefined;
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_PX;
