import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../../e2e/setting-samples.ts';
import { valueAt, withValue } from '../pointer.ts';
import { faultsOf } from './check.ts';
import { type Leaf, type Shape, groupAt, leavesOf, settingsOf, shapeOf, titleOf } from './schema.ts';
import { SECTIONS, sectionOf } from './sections.ts';
import { emptyValue, isAwayFromDefault, newValue, optionKey, optionsOf, typedText, typedValue } from './values.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const SCHEMA = read('docs/reference/site.schema.json');
const ALL = (['settings', 'config'] as const).flatMap((name) => leavesOf(groupAt(SCHEMA, name), `/site/${name}`));
const LEAVES = ALL.filter(({ field }) => field.shape.kind !== 'group');

/** Pointers of all properties of the schema that are not objects with properties of their own, found without shapes. */
function propertiesOf(schema: unknown, pointer: string): string[] {
  const bare = (value: unknown): Record<string, unknown> => {
    const record = Object(value);
    const name = typeof record.$ref === 'string' ? record.$ref.split('/').at(-1) : undefined;
    const target = name === undefined ? {} : bare(valueAt(SCHEMA, `/$defs/${name}`));
    const [only, other] = (record.anyOf ?? []).filter((option: { type?: string }) => option.type !== 'null');
    return { ...(only !== undefined && other === undefined ? bare(only) : {}), ...target, ...record };
  };
  const { properties } = bare(schema);
  if (properties === undefined) return [pointer];
  return Object.entries(Object(properties)).flatMap(([name, value]) => propertiesOf(value, `${pointer}/${name}`));
}

/** What a form makes of a value: it shows it in its control, and reads it from there. */
function throughForm(shape: Shape, value: unknown): unknown {
  switch (shape.kind) {
    case 'text':
    case 'number':
    case 'json': {
      const typed = typedValue(shape, typedText(shape, value));
      return typed === 'invalid' ? 'invalid' : typed.value;
    }
    case 'choice':
      return optionsOf(shape).find(({ key }) => key === optionKey(value))?.value;
    case 'switch':
      return value === true;
    case 'list':
      return Array.isArray(value) ? value.map((item) => throughForm(shape.item, item)) : 'invalid';
    case 'map':
      return Object.fromEntries(Object.entries(Object(value)).map(([name, entry]) => [name, throughForm(shape.value, entry)]));
    case 'group':
      return Object.fromEntries(shape.fields.map(({ name, shape: inner }) => [name, throughForm(inner, Object(value)[name])]));
  }
}

it('every setting of the schema has a field', () => {
  const properties = ['settings', 'config'].flatMap((name) =>
    propertiesOf(valueAt(SCHEMA, `/properties/${name}`), `/site/${name}`),
  );
  expect(properties.length).toBeGreaterThan(120);
  expect(LEAVES.map(({ pointer }) => pointer).toSorted()).toEqual(properties.toSorted());
});

it('the host names of a site are settings of its domain', () => {
  const hosts = settingsOf(SCHEMA).find(({ pointer }) => pointer === '/site/hosts');
  expect(hosts?.field.shape).toMatchObject({ kind: 'list', minItems: 1, item: { kind: 'text' } });
  expect([sectionOf('/site/hosts'), sectionOf('/site/settings/domain')]).toEqual(['domain', 'domain']);
});

it('PAGE-16 saved blocks are no setting', () => {
  const settings = new Set(settingsOf(SCHEMA).map(({ pointer }) => pointer));
  const others = ALL.map(({ pointer }) => pointer).filter((pointer) => !settings.has(pointer));
  expect(others).toEqual(['/site/config/options/savedBlocks']);
});

describe.each(LEAVES.map((leaf): [string, Leaf] => [leaf.pointer, leaf]))('%s', (pointer, { field: { shape } }) => {
  it('has a control whose value round-trips', () => {
    const sample = sampleOf(shape);
    expect(sample).toBeDefined();
    expect(faultsOf(shape, sample)).toEqual([]);
    expect(throughForm(shape, sample)).toEqual(sample);
    if (shape.isNullable && shape.kind !== 'switch' && shape.kind !== 'list') expect(throughForm(shape, null)).toBeNull();
    expect(valueAt(withValue({}, pointer, sample), pointer)).toEqual(sample);
  });

  it('has a section, and a valid default', () => {
    expect(SECTIONS).toContain(sectionOf(pointer));
    if (shape.default !== undefined) expect(faultsOf(shape, shape.default)).toEqual([]);
    if (shape.kind === 'list') expect(faultsOf(shape.item, sampleOf(shape.item))).toEqual([]);
    expect(emptyValue(shape)).not.toBeUndefined();
  });
});

it('a group that may be missing can be added', () => {
  const groups = ALL.filter(({ field }) => field.shape.kind === 'group');
  expect(groups.length).toBeGreaterThan(2);
  for (const { field } of groups) expect(newValue(field.shape)).toBeTypeOf('object');
});

it.each(['aster', 'meridian'])('the demo site %s has no fault', (site) => {
  const record = read(`fixtures/demo/${site}/site.json`);
  for (const name of ['settings', 'config'] as const)
    expect(faultsOf(groupAt(SCHEMA, name), valueAt(record, `/${name}`))).toEqual([]);
});

describe('faults', () => {
  const text = shapeOf({}, { type: 'string', pattern: '^a', maxLength: 3 });
  const group = shapeOf(
    {},
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
  );
  it.each([
    [text, 'b', 'pattern'],
    [text, 'aaaa', 'tooLong'],
    [text, 1, 'type'],
    [shapeOf({}, { type: 'integer', minimum: 1, maximum: 9 }), 10, 'range'],
    [shapeOf({}, { type: 'integer' }), 1.5, 'whole'],
    [shapeOf({}, { enum: ['A', 'B'] }), 'C', 'choice'],
    [shapeOf({}, { type: 'array', items: { type: 'string' }, maxItems: 1 }), ['a', 'b'], 'tooMany'],
    [shapeOf({}, { type: 'array', items: { type: 'string' }, minItems: 1 }), [], 'tooFew'],
    [group, {}, 'required'],
    [group, { name: 'a', other: 1 }, 'unknown'],
  ] as const)('%#', (shape, value, rule) => {
    expect(faultsOf(shape, value).map(({ fault }) => fault.rule)).toEqual([rule]);
  });
});

it('writes names in words', () => {
  expect(titleOf('ticketingUrl')).toBe('Ticketing URL');
  expect(titleOf('google_analytics_v4')).toBe('Google analytics v4');
});

describe('the way back to the default', () => {
  const shape: Shape = { kind: 'switch', isNullable: false, default: true };

  it('ux 5.14 is offered where a reset leads to another published value', () => {
    expect(isAwayFromDefault(shape, false, false)).toBe(true);
    expect(isAwayFromDefault(shape, false, true)).toBe(false);
    expect(isAwayFromDefault(shape, true, false)).toBe(false);
    expect(isAwayFromDefault(shape, undefined, false)).toBe(false);
    expect(isAwayFromDefault({ ...shape, default: undefined }, false, false)).toBe(false);
  });
});
