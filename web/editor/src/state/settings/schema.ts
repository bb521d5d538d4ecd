// Turns the JSON Schema of a site into the shapes of its settings: what a form needs to show and check a value.

import { field, isRecord, list } from '@marquee/api/json.ts';
import { SAVED_POINTER } from '../content/saved-records.ts';
import { pointerOf } from '../pointer.ts';

const HOSTS_POINTER = '/site/hosts';

interface Common {
  readonly default: unknown;
  readonly isNullable: boolean;
}
export interface TextShape extends Common {
  readonly kind: 'text';
  readonly pattern: string | undefined;
  readonly maxLength: number | undefined;
}
export interface NumberShape extends Common {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}
export interface SwitchShape extends Common {
  readonly kind: 'switch';
}
export interface ChoiceShape extends Common {
  readonly kind: 'choice';
  readonly options: readonly unknown[];
}
export interface ListShape extends Common {
  readonly kind: 'list';
  readonly item: Shape;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
}
export interface MapShape extends Common {
  readonly kind: 'map';
  readonly value: Shape;
}
export interface GroupShape extends Common {
  readonly kind: 'group';
  readonly fields: readonly Field[];
}
/** A value of any type, or of several. */
export interface JsonShape extends Common {
  readonly kind: 'json';
}
export type Shape = TextShape | NumberShape | SwitchShape | ChoiceShape | ListShape | MapShape | GroupShape | JsonShape;

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
}

const numberIn = (schema: unknown, name: string): number | undefined => {
  const value = field(schema, name);
  return typeof value === 'number' ? value : undefined;
};
const stringIn = (schema: unknown, name: string): string | undefined => {
  const value = field(schema, name);
  return typeof value === 'string' ? value : undefined;
};

/** The schemas that together describe a value: the schema itself, and those it refers to. */
function layersOf(root: unknown, schema: unknown): unknown[] {
  const name = stringIn(schema, '$ref')?.split('/').at(-1);
  const alternatives = [...list(field(schema, 'anyOf')), ...list(field(schema, 'oneOf'))].filter((option) => !isNull(option));
  const [only] = alternatives;
  return [
    schema,
    ...(name === undefined ? [] : layersOf(root, field(field(root, '$defs'), name))),
    ...(alternatives.length === 1 ? layersOf(root, only) : []),
  ];
}

const isNull = (schema: unknown): boolean => field(schema, 'type') === 'null';

/** The first value that a layer has. */
const firstIn = (layers: readonly unknown[], name: string): unknown =>
  layers.map((layer) => field(layer, name)).find((value) => value !== undefined);

function typesOf(layers: readonly unknown[]): string[] {
  const type = firstIn(layers, 'type');
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}

/** The values of an enumeration, which may be several schemas with a constant each; undefined for other schemas. */
function optionsOf(layers: readonly unknown[]): readonly unknown[] | undefined {
  const values = firstIn(layers, 'enum');
  if (Array.isArray(values)) return values;
  const constant = firstIn(layers, 'const');
  if (constant !== undefined) return [constant];
  const alternatives = list(firstIn(layers, 'oneOf') ?? firstIn(layers, 'anyOf')).filter((option) => !isNull(option));
  const options = alternatives.map((option) => optionsOf([option]));
  return options.length > 1 && options.every((option) => option !== undefined)
    ? options.flatMap((option) => option ?? [])
    : undefined;
}

/** The shape of a schema. `root` has its definitions. */
export function shapeOf(root: unknown, schema: unknown): Shape {
  const layers = layersOf(root, schema);
  const types = typesOf(layers);
  const options = optionsOf(layers);
  const common: Common = {
    default: firstIn(layers, 'default'),
    isNullable:
      types.includes('null') ||
      layers.some((layer) => [...list(field(layer, 'anyOf')), ...list(field(layer, 'oneOf'))].some(isNull)) ||
      options?.includes(null) === true,
  };
  if (options !== undefined) return { ...common, kind: 'choice', options: options.filter((option) => option !== null) };
  const [type, ...otherTypes] = types.filter((name) => name !== 'null');
  if (type === undefined || otherTypes.length > 0) return { ...common, kind: 'json' };
  return typedShape(root, layers, type, common);
}

function typedShape(root: unknown, layers: readonly unknown[], type: string, common: Common): Shape {
  const layer = Object.assign({}, ...layers.toReversed().filter(isRecord));
  switch (type) {
    case 'string':
      return { ...common, kind: 'text', pattern: stringIn(layer, 'pattern'), maxLength: numberIn(layer, 'maxLength') };
    case 'integer':
    case 'number': {
      const [minimum, maximum] = [numberIn(layer, 'minimum'), numberIn(layer, 'maximum')];
      return { ...common, kind: 'number', isInteger: type === 'integer', minimum, maximum };
    }
    case 'boolean':
      return { ...common, kind: 'switch' };
    case 'array': {
      const item = shapeOf(root, field(layer, 'items'));
      return { ...common, kind: 'list', item, minItems: numberIn(layer, 'minItems'), maxItems: numberIn(layer, 'maxItems') };
    }
    case 'object':
      return objectShape(root, layer, common);
    default:
      return { ...common, kind: 'json' };
  }
}

function objectShape(root: unknown, layer: unknown, common: Common): Shape {
  const properties = field(layer, 'properties');
  const values = field(layer, 'additionalProperties');
  if (!isRecord(properties))
    return isRecord(values) ? { ...common, kind: 'map', value: shapeOf(root, values) } : { ...common, kind: 'json' };
  const required = list(field(layer, 'required'));
  return {
    ...common,
    kind: 'group',
    fields: Object.entries(properties).map(([name, schema]) => ({
      name,
      shape: shapeOf(root, schema),
      isRequired: required.includes(name),
    })),
  };
}

/** A setting: a part of the site that is not a group, or a group that may be missing. */
export interface Leaf {
  readonly pointer: string;
  readonly field: Field;
  /** The pointers of the optional groups around it, from the outside in. */
  readonly optionalGroups: readonly string[];
}

/** All settings of a group. */
export function leavesOf({ fields }: GroupShape, pointer: string, optionalGroups: readonly string[] = []): Leaf[] {
  return fields.flatMap((entry): Leaf[] => {
    const own = `${pointer}${pointerOf(entry.name)}`;
    const { shape } = entry;
    if (shape.kind !== 'group') return [{ pointer: own, field: entry, optionalGroups }];
    if (!shape.isNullable) return leavesOf(shape, own, optionalGroups);
    return [{ pointer: own, field: entry, optionalGroups }, ...leavesOf(shape, own, [...optionalGroups, own])];
  });
}

/** The group of a part of the site record; an empty one if the schema has none. */
export function groupAt(schema: unknown, name: 'settings' | 'config'): GroupShape {
  const shape = shapeOf(schema, field(field(schema, 'properties'), name));
  if (shape.kind === 'group') return shape;
  return { kind: 'group', default: undefined, isNullable: false, fields: [] };
}

/** The host names of the site, beside its settings and its configuration. */
function hostsOf(schema: unknown): readonly Leaf[] {
  const shape = shapeOf(schema, field(field(schema, 'properties'), 'hosts'));
  return [{ pointer: HOSTS_POINTER, field: { name: 'hosts', shape, isRequired: true }, optionalGroups: [] }];
}

/** All settings of a site. Saved blocks, which its record has too, are none: they are edited on pages, as other blocks (PAGE-16). */
export const settingsOf = (schema: unknown): readonly Leaf[] => [
  ...hostsOf(schema),
  ...(['settings', 'config'] as const)
    .flatMap((name) => leavesOf(groupAt(schema, name), `/site/${name}`))
    .filter(({ pointer }) => pointer !== SAVED_POINTER),
];

const ACRONYMS: Readonly<Record<string, string>> = {
  url: 'URL',
  urls: 'URLs',
  id: 'ID',
  ids: 'IDs',
  api: 'API',
  json: 'JSON',
  html: 'HTML',
  v4: 'v4',
};

/** A name in words: `ticketingUrl` is `Ticketing URL`. */
export function titleOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_]+/)
    .map((word) => ACRONYMS[word.toLowerCase()] ?? word.toLowerCase());
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
