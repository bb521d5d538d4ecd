// Every setting of the schema: typed into its field, saved in the draft, and shown again.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field, isRecord, list } from '@marquee/api/json.ts';
import { valueAt } from '@marquee/editor/src/state/pointer.ts';
import { type Leaf, type Shape, settingsOf } from '@marquee/editor/src/state/settings/schema.ts';
import { optionKey, optionsOf, typedText } from '@marquee/editor/src/state/settings/values.ts';
import type { Locator } from 'playwright-core';
import { discardDraft, openEditor, requestApi, settingRow, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { sampleOf } from './setting-samples.ts';
import { eventuallyEquals } from './wait.ts';

const demo = demoFixture();

/** The rows of a list or a map, or the fields of a group; the last row of a list or a map adds one. */
const partsOf = (control: Locator): Locator => control.locator('fieldset').first().locator(':scope > div');

/** Enters a value as a person does: types, switches, chooses, adds rows. */
async function enter(control: Locator, shape: Shape, value: unknown): Promise<void> {
  switch (shape.kind) {
    case 'text':
    case 'number':
    case 'json':
      await control.getByRole('textbox').first().fill(typedText(shape, value));
      return;
    case 'switch': {
      const toggle = control.getByRole('switch').first();
      if ((await toggle.isChecked()) !== value) await toggle.press('Space');
      return;
    }
    case 'choice': {
      const page = control.page();
      await control.getByRole('button').first().press('Enter');
      const options = page.getByRole('listbox').getByRole('option');
      await options.nth(optionsOf(shape).findIndex(({ key }) => key === optionKey(value))).click();
      await options.first().waitFor({ state: 'detached' });
      return;
    }
    case 'list': {
      const rows = partsOf(control);
      for (let count = (await rows.count()) - 1; count > 0; count -= 1)
        await rows.first().getByRole('button').last().press('Enter');
      for (const [index, item] of list(value).entries()) {
        await rows.last().getByRole('button').last().press('Enter');
        await enter(rows.nth(index), shape.item, item);
      }
      return;
    }
    case 'map': {
      const rows = partsOf(control);
      for (let count = (await rows.count()) - 1; count > 0; count -= 1)
        await rows.first().getByRole('button').last().press('Enter');
      for (const [index, [name, entry]] of Object.entries(Object(value)).entries()) {
        await rows.last().getByRole('textbox').fill(name);
        await rows.last().getByRole('button').press('Enter');
        await enter(rows.nth(index), shape.value, entry);
      }
      return;
    }
    case 'group':
      for (const [index, { name, shape: inner }] of shape.fields.entries())
        await enter(partsOf(control).nth(index), inner, field(value, name));
  }
}

/** What a control shows: the text of fields and choices, and whether a switch is on. */
async function shown(control: Locator, shape: Shape): Promise<unknown> {
  switch (shape.kind) {
    case 'text':
    case 'number':
    case 'json':
      return control.getByRole('textbox').first().inputValue();
    case 'switch':
      return control.getByRole('switch').first().isChecked();
    case 'choice':
      return control.getByRole('button').first().innerText();
    case 'list': {
      const items: unknown[] = [];
      for (const row of (await partsOf(control).all()).slice(0, -1)) items.push(await shown(row, shape.item));
      return items;
    }
    case 'map': {
      const entries: [string, unknown][] = [];
      for (const row of (await partsOf(control).all()).slice(0, -1))
        entries.push([await row.locator('code').first().innerText(), await shown(row, shape.value)]);
      return Object.fromEntries(entries);
    }
    case 'group': {
      const fields: [string, unknown][] = [];
      for (const [index, { name, shape: inner }] of shape.fields.entries())
        fields.push([name, await shown(partsOf(control).nth(index), inner)]);
      return Object.fromEntries(fields);
    }
  }
}

/** The same of a value, except that a choice is only known to show something. */
function expectedOf(shape: Shape, value: unknown, actual: unknown): unknown {
  switch (shape.kind) {
    case 'text':
    case 'number':
    case 'json':
      return typedText(shape, value);
    case 'switch':
      return value;
    case 'choice':
      return typeof actual === 'string' && actual !== '' ? actual : 'a choice';
    case 'list':
      return list(value).map((item, index) => expectedOf(shape.item, item, list(actual)[index]));
    case 'map':
      return Object.fromEntries(
        Object.entries(Object(value)).map(([name, entry]) => [name, expectedOf(shape.value, entry, field(actual, name))]),
      );
    case 'group':
      return Object.fromEntries(
        shape.fields.map(({ name, shape: inner }) => [name, expectedOf(inner, field(value, name), field(actual, name))]),
      );
  }
}

describe('the settings form', () => {
  it('every setting of the schema is entered in its field, saved, and shown again', async () => {
    const editor = await openEditor(demo, 'aster/settings/');
    const { context, page } = editor;
    const schema = await requestApi(demo, editor, 'GET', 'site-schema');
    assert.ok(isRecord(schema));
    const leaves = settingsOf(schema);
    const groups = leaves.filter(({ field: { shape } }) => shape.kind === 'group');
    const settings = leaves.filter(({ field: { shape } }) => shape.kind !== 'group');
    assert.ok(settings.length > 120 && groups.length > 2, `${settings.length} settings in ${groups.length} optional groups`);
    const controlOf = ({ pointer }: Leaf): Locator => settingRow(page, pointer).locator(':scope > div').nth(1);
    for (const group of groups) {
      const toggle = controlOf(group).getByRole('switch').first();
      if (!(await toggle.isChecked())) await toggle.press('Space');
    }
    for (const leaf of settings) await enter(controlOf(leaf), leaf.field.shape, sampleOf(leaf.field.shape));
    await waitForSaved(page);
    const samples = (content: unknown): [string, unknown][] => settings.map(({ pointer }) => [pointer, valueAt(content, pointer)]);
    await eventuallyEquals(
      async () => samples(field(await requestApi(demo, editor, 'GET', 'aster/draft'), 'content')),
      settings.map(({ pointer, field: { shape } }): [string, unknown] => [pointer, sampleOf(shape)]),
    );
    await page.reload();
    await settingRow(page, '/site/hosts').getByRole('textbox').first().waitFor();
    for (const leaf of settings) {
      const { shape } = leaf.field;
      const actual = await shown(controlOf(leaf), shape);
      assert.deepEqual(actual, expectedOf(shape, sampleOf(shape), actual), leaf.pointer);
    }
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });
});
