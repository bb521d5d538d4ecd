import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COUNTRIES } from './countries.ts';
import { type SetUpForm, addressOf, defaultsOf, faultsOf, fieldOf, isLoopback, requestOf, stepOf, storedForm } from './form.ts';
import { drawnLook } from './looks.ts';
import { timeZoneLabel } from '../time-zones.ts';
import { NO_SCHEDULE } from '../schedule.ts';
import { NO_WEBSITE } from './website.ts';

const OFFERED = ['en', 'fr', 'de', 'es'];
const DEFAULTS = defaultsOf({ languages: ['en-US'], timeZone: 'America/Detroit', offered: OFFERED });
const form = (answers: Partial<SetUpForm>): SetUpForm => ({ ...DEFAULTS, name: 'Kino Müller', ...answers });

describe('defaults of the browser', () => {
  it.each([
    [['de-AT', 'en'], 'de', 'AT'],
    [['fr'], 'fr', 'FR'],
    [['ja-JP', 'es'], 'es', 'JP'],
    [['sv', 'en-GB'], 'en', 'GB'],
    [['not a tag'], 'en', 'US'],
    [[], 'en', 'US'],
    [['es-419'], 'es', 'US'],
  ])('takes %j for %s in %s', (languages, language, country) => {
    expect(defaultsOf({ languages, timeZone: 'Europe/Vienna', offered: OFFERED })).toMatchObject({ language, country });
  });

  it('lists each country once', () => {
    expect(new Set(COUNTRIES).size).toBe(249);
  });

  it('ignores what the device has of another version', () => {
    expect(storedForm(undefined, DEFAULTS)).toEqual(DEFAULTS);
    expect(storedForm({ name: 'Aster', screens: 3, color: 'red', isSingleLocation: false }, DEFAULTS)).toEqual({
      ...DEFAULTS,
      name: 'Aster',
      isSingleLocation: false,
    });
  });
});

describe('answers', () => {
  it.each([
    [{}, {}],
    [{ name: ' ' }, { name: 'nameRequired' }],
    [{ name: '!!!' }, { name: 'nameInvalid' }],
    [{ name: 'a'.repeat(201) }, { name: 'nameInvalid' }],
    [{ address: 'a'.repeat(401) }, { address: 'addressInvalid' }],
    [{ screens: '' }, { screens: 'screensInvalid' }],
    [{ screens: '61' }, { screens: 'screensInvalid' }],
  ])('finds what is wrong with %j', (answers, faults) => {
    expect(faultsOf(form(answers), false)).toEqual(faults);
  });

  it.each([
    ['', 'hostRequired'],
    ['not a host', 'hostInvalid'],
    ['https://kino.example', 'hostInvalid'],
    ['kino', 'hostInvalid'],
    ['kino.example', undefined],
    [' Kino.Example:8443 ', undefined],
  ])('finds what is wrong with the host %j', (host, fault) => {
    expect(faultsOf(form({ host }), true).host).toBe(fault);
  });

  it('are sent with a locale, and with a host only if the server does not choose it', () => {
    const answers = form({ name: ' Kino Müller ', language: 'de', country: 'AT', screens: '3', host: 'Kino.example' });
    expect(requestOf(answers, false, NO_WEBSITE, NO_SCHEDULE)).toEqual({
      name: 'Kino Müller',
      address: '',
      timeZone: 'America/Detroit',
      locale: 'de-AT',
      country: 'AT',
      isSingleLocation: true,
      screens: 3,
      look: '',
    });
    expect(requestOf(answers, true, NO_WEBSITE, NO_SCHEDULE).host).toBe('kino.example');
  });

  it('have a schedule only if it is to be imported', () => {
    const source = { address: 'https://kino.example/week.json' };
    const schedule = { ...NO_SCHEDULE, source };
    expect(requestOf(form({ program: 'import' }), false, NO_WEBSITE, schedule).schedule).toEqual(source);
    expect(requestOf(form({ program: 'type' }), false, NO_WEBSITE, schedule).schedule).toBeUndefined();
  });

  it('lead to their step when the server refuses them', () => {
    expect(['locale', 'look', 'host', 'color', ''].map(fieldOf)).toEqual(['language', 'look', 'host', undefined, undefined]);
    expect([stepOf('website'), stepOf('host'), stepOf('program')]).toEqual(['look', 'site', 'program']);
  });

  it('give the address of the site', () => {
    expect(addressOf(form({}), 'localhost:8080')).toBe('kino-muller.localhost:8080');
    expect(addressOf(form({ name: '' }), 'localhost')).toBe('');
    expect(addressOf(form({ host: 'Kino.example' }), undefined)).toBe('kino.example');
  });

  it.each([
    ['localhost', true],
    ['editor.localhost', true],
    ['127.0.0.1', true],
    ['editor.example', false],
    ['mylocalhost', false],
  ])('%s is a name of this machine: %s', (name, isLocal) => {
    expect(isLoopback(name)).toBe(isLocal);
  });
});

it('names time zones', () => {
  expect(timeZoneLabel('America/New_York', 'en')).toBe('New York, Eastern Time');
  expect(timeZoneLabel('Not/A_Zone', 'en')).toBe('A Zone');
});

describe('looks', () => {
  const looks: readonly Parameters<typeof drawnLook>[0][] = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../../crates/marquee-site/src/new_site/looks.json'), 'utf8'),
  );

  it('are drawn by the rules of sites', () => {
    const drawn = looks.map(drawnLook);
    expect(drawn.map(({ id }) => id)).toEqual(['pine', 'marquee', 'velvet', 'nightFerry', 'poster', 'greenhouse']);
    expect(drawn[0]).toMatchObject({
      heading: 'EB Garamond',
      headerLayout: 'SPLIT',
      properties: { '--look-primary': '#14523F', '--look-button': '999px', '--look-heading-font': '"Sample EB Garamond"' },
    });
  });
});
