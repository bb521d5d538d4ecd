// Random designs: what the preview sets is what the published page has. Both run the same theme rules, but get there differently:
// the preview by messages of the editor, the published page by the server's reading of the settings.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { field } from '@marquee/api/json.ts';
import type { PageData, SiteFrame } from '@marquee/api/schema.gen.ts';
import { stylingOf, withStyling } from '@marquee/rules/preview.ts';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import * as fc from 'fast-check';
import { POINTERS, PALETTE, SURFACES } from '@marquee/editor/src/state/design/theme.ts';
import { type StylingMessage, changedMessages, stylingMessages } from '@marquee/editor/src/state/design/preview.ts';
import { isSame, valueAt, withValue } from '@marquee/editor/src/state/pointer.ts';
import { needsReload } from '@marquee/editor/src/state/preview/reload.ts';
import { createThemeApplier, isFontFamily } from '@marquee/site/src/features/preview/theme-applier.ts';
import { PAGE_DATA_ID } from '@marquee/site/src/state/page-data.ts';
import { type EmptyServer, startEmptyServer } from './empty-server.ts';
import { eventually } from './wait.ts';

const EDITOR = 'editor.localhost';
const SITE_HOST = 'palettes.localhost';
/** `MARQUEE_TEST_DESIGNS` sets another number: 500 take about 50 s. */
const DESIGNS = Number(process.env['MARQUEE_TEST_DESIGNS'] ?? 150);
/** Sites that are published at the same time: after each publication the test waits until visitors see it. */
const SITES = 10;
/** `MARQUEE_TEST_SEED` selects other designs. */
const SEED = Number(process.env['MARQUEE_TEST_SEED'] ?? 20_261_120);
/** A page that is rendered quickly. */
const PATH = '/events/';

/** A design: values of parts of the draft; undefined removes a part, so that its default counts. */
type Design = Readonly<Record<keyof typeof POINTERS, unknown>>;

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
/** Black, white, grays and few colors, so that colors are often alike. */
const anyColor = fc.oneof({ weight: 4, arbitrary: color }, fc.constantFrom('#000000', '#FFFFFF', '#777777', '#F5B921', '#131212'));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 });
const partial = (fields: Record<string, fc.Arbitrary<unknown>>) => optional(fc.record(fields, { requiredKeys: [] }));
const surface = fc.record({
  tintShade: fc.oneof(
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 0, max: 2000 }).map((tenths) => tenths / 10),
  ),
  paletteColor: fc.constantFrom(...PALETTE),
});
const family = fc.constantFrom(...Object.keys(FONTS.families));
const weight = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((hundreds) => hundreds * 100),
  fc.integer({ min: 100, max: 900 }),
);
const style = fc.constantFrom('normal', 'italic');
const roundness = fc.constantFrom('NONE', 'MEDIUM', 'HIGH');

const design: fc.Arbitrary<Design> = fc.record({
  palette: fc.record(Object.fromEntries(PALETTE.map((name) => [name, anyColor]))),
  settings: partial(Object.fromEntries(SURFACES.map((name) => [name, surface]))),
  swap: optional(fc.boolean()),
  combination: fc.constantFrom('manual', 'other'),
  brand2: fc.option(color, { nil: undefined, freq: 2 }),
  fonts: fc.record({ body: family, heading: family }),
  weights: partial({ body: weight, heading: weight, bold: weight }),
  styles: partial({ body: style, heading: style }),
  roundness: partial({ buttons: roundness, content: roundness }),
  headerLayout: fc.constantFrom('BAR', 'SPLIT', 'STACKED', 'DRAWER'),
  footerLayout: fc.constantFrom('COLUMNS', 'SIGNPOST', 'CENTERED', 'SLIM'),
  logoSize: fc.oneof(fc.integer({ min: 24, max: 64 }), fc.constantFrom('SMALL', 'MEDIUM', 'LARGE')),
  hasSearch: fc.boolean(),
  footerMobileLinks: fc.boolean(),
});

const NAMES = Object.keys(POINTERS).filter((name): name is keyof typeof POINTERS => name in POINTERS);

/** The content with a design. */
const designed = (content: unknown, values: Design): unknown =>
  NAMES.reduce((result, name) => withValue(result, POINTERS[name], values[name]), content);

/** What a page has: the custom properties of each selector, and the attributes of its root element. */
interface Look {
  readonly properties: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The custom properties that a style sheet declares, over those of earlier ones. */
function declared(css: string, earlier: Look['properties'] = {}): Look['properties'] {
  const properties: Record<string, Record<string, string>> = structuredClone(earlier);
  for (const [, selector = '', body = ''] of css.matchAll(/(:root|\[data-mode=dark\])\{([^}]*)\}/g))
    for (const [, name = '', value = ''] of body.matchAll(/(--\w+|color-scheme):([^;]*)/g))
      (properties[selector] ??= {})[name] = value;
  return properties;
}

const ATTRIBUTES = ['data-tone', 'data-round-buttons', 'data-round-content', 'data-logo-words'];
const listed = (attributes: ReadonlyMap<string, string>): Look['attributes'] =>
  Object.fromEntries(ATTRIBUTES.map((name) => [name, attributes.get(name) ?? '']));

/** A page as the server sends it. */
class Document {
  readonly look: Look;
  readonly site: SiteFrame;
  readonly attributes: ReadonlyMap<string, string>;

  constructor(html: string) {
    const [, root = ''] = /<html([^>]*)>/.exec(html) ?? [];
    const [, css = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? [];
    const [, json = ''] = new RegExp(`id="?${PAGE_DATA_ID}"?[^>]*>(.*?)</script>`, 's').exec(html) ?? [];
    const data: PageData = JSON.parse(json);
    this.site = data.site;
    this.attributes = new Map(
      [...root.matchAll(/([\w-]+)(?:="?([^"\s]*(?:\s[^"=]*)?)"?)?/g)].map(([, name = '', value = '']) => [name, value]),
    );
    this.look = { properties: declared(css), attributes: listed(this.attributes) };
  }
}

/** The frame of the preview: a document of the server, restyled by messages of the editor. */
class Preview {
  private readonly page: Document;
  private readonly sheets: { text: string }[] = [];
  private readonly attributes: Map<string, string>;
  private readonly applyTheme: (site: SiteFrame) => void;
  private sent: ReadonlyMap<string, StylingMessage> = new Map();
  site: SiteFrame;

  constructor(page: Document) {
    this.page = page;
    this.site = page.site;
    this.attributes = new Map(page.attributes);
    this.inBrowser(() => {});
    this.applyTheme = this.inBrowser(() => createThemeApplier(page.site));
  }

  /** Sends the design of a draft. */
  restyle(content: unknown): void {
    const next = stylingMessages(content);
    for (const message of changedMessages(this.sent, next)) {
      const styling = stylingOf(structuredClone(message), isFontFamily);
      assert.ok(styling, `the page accepts ${JSON.stringify(message)}`);
      this.site = withStyling(this.site, styling);
      this.inBrowser(() => this.applyTheme(this.site));
    }
    this.sent = next;
  }

  get look(): Look {
    const properties = this.sheets.reduce((result, { text }) => declared(text, result), this.page.look.properties);
    return { properties, attributes: listed(this.attributes) };
  }

  /** Runs code of the page with what it uses of a document. */
  private inBrowser<T>(run: () => T): T {
    const { sheets, attributes } = this;
    const attributeOf = (name: string): string => `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const documentElement = {
      dataset: new Proxy<Record<string, string | undefined>>(
        {},
        {
          get: (_, name) => attributes.get(attributeOf(String(name))),
          set: (_, name, value) => attributes.set(attributeOf(String(name)), String(value)) !== undefined,
        },
      ),
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      toggleAttribute: (name: string, isSet: boolean) => isSet || attributes.delete(name),
    };
    class Sheet {
      text = '';
      replaceSync(text: string): void {
        this.text = text;
      }
    }
    const globals = {
      CSSStyleSheet: Sheet,
      document: {
        documentElement,
        adoptedStyleSheets: { push: (...added: Sheet[]) => sheets.push(...added) },
        querySelector: () => null,
      },
    };
    for (const [name, value] of Object.entries(globals)) Reflect.set(globalThis, name, value);
    try {
      return run();
    } finally {
      for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
    }
  }
}

/** The parts of a site that are sent by messages and are no custom properties. */
const layoutOf = ({ headerLayout, footerLayout, logoSize, hasSearch, footerMobileLinks }: SiteFrame) => ({
  headerLayout,
  footerLayout,
  logoSize,
  hasSearch,
  footerMobileLinks,
});

/** A server with one small site and its editor, whose requests are not slowed down by a browser. */
class Office {
  private readonly port: number;
  private readonly cookie: string;
  private readonly site: string;

  private constructor(port: number, cookie: string, site: string) {
    this.port = port;
    this.cookie = cookie;
    this.site = site;
  }

  /** Signs in the first owner of an empty server. */
  static async open({ setUpAddress }: EmptyServer): Promise<Office> {
    const url = new URL(setUpAddress);
    const port = Number(url.port);
    const token = url.searchParams.get('token');
    const account = { token, name: 'Rosa', email: 'rosa@cinema.example', password: 'a lamp in the fourth row' };
    const { cookie } = await new Office(port, '', '').send('POST', EDITOR, '/api/editor/invitation', account);
    return new Office(port, cookie, '');
  }

  /** Creates a site. */
  async withSite(name: string): Promise<Office> {
    await this.call('POST', 'sites', {
      name,
      host: `${name}.${SITE_HOST}:${this.port}`,
      address: '1 Main Street',
      timeZone: 'America/New_York',
      locale: 'en-US',
      country: 'US',
      isSingleLocation: true,
      screens: 1,
      look: '',
    });
    return new Office(this.port, this.cookie, name);
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const { text } = await this.send(method, EDITOR, `/api/editor/${path}`, body);
    return JSON.parse(text);
  }

  /** A page of the site. */
  async page(path: string): Promise<Document> {
    const { text } = await this.send('GET', `${this.site}.${SITE_HOST}`, path);
    return new Document(text);
  }

  /** The content of the draft. */
  async content(): Promise<unknown> {
    return field(await this.call('GET', `${this.site}/draft`), 'content');
  }

  /** Saves the parts that differ, and returns the version of the draft. */
  async save(from: unknown, to: unknown): Promise<unknown> {
    const edits = Object.values(POINTERS)
      .map((pointer) => ({ pointer, from: valueAt(from, pointer), to: valueAt(to, pointer) }))
      .filter((edit) => !isSame(edit.from, edit.to));
    return field(await this.call('PATCH', `${this.site}/draft`, { edits }), 'version');
  }

  async publish(version: unknown): Promise<void> {
    await this.call('POST', `${this.site}/publish`, { version });
  }

  /** The path of a page in the preview of the draft. */
  async previewPath(path: string): Promise<string> {
    const { pathname } = new URL(String(field(await this.call('GET', `${this.site}/preview`), 'address')));
    return pathname + path.slice(1);
  }

  private send(
    method: string,
    host: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly text: string; readonly cookie: string }> {
    const authority = `${host}:${this.port}`;
    const headers = { host: authority, origin: `http://${authority}`, cookie: this.cookie, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: this.port, method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          const [cookie = ''] = (response.headers['set-cookie']?.[0] ?? '').split(';');
          if (response.statusCode === 200) resolve({ text, cookie });
          else reject(new Error(`${method} ${authority}${path}: ${response.statusCode} ${text}`));
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

/** Colors as the server writes them. */
const upperCase = (palette: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(palette)).map(([name, value]) => [name, String(value).toUpperCase()]));

describe('random designs', () => {
  let server: EmptyServer | undefined;
  before(async () => {
    server = await startEmptyServer();
  });
  after(() => server?.stop());

  it(`SITE-03 PREV-08 PREV-10 ${DESIGNS} palettes and fonts are the same in the preview and on the published page`, async (test) => {
    test.diagnostic(`MARQUEE_TEST_SEED=${SEED}`);
    assert.ok(server);
    const office = await Office.open(server);
    const designs = fc.sample(design, { numRuns: DESIGNS, seed: SEED });
    const offices: Office[] = [];
    for (let site = 0; site < SITES; site += 1) offices.push(await office.withSite(`site-${site}`));
    const reloads = await Promise.all(
      offices.map((one, site) =>
        compare(
          one,
          designs.filter((_, index) => index % SITES === site),
        ),
      ),
    );
    const count = reloads.reduce((sum, number) => sum + number, 0);
    assert.ok(count > DESIGNS / 20 && count < DESIGNS / 2, `${count} documents were loaded again`);
  });
});

/** Compares the preview and the published page after each publication. Returns how often the preview loaded a new document. */
async function compare(office: Office, designs: readonly Design[]): Promise<number> {
  let content = await office.content();
  let preview = new Preview(await office.page(PATH));
  let reloads = 0;
  for (const values of designs) {
    const name = `seed ${SEED}: ${JSON.stringify(values)}`;
    const next = designed(content, values);
    const version = await office.save(content, next);
    if (needsReload(content, next)) {
      reloads += 1;
      preview = new Preview(await office.page(await office.previewPath(PATH)));
    }
    preview.restyle(next);
    await office.publish(version);
    let published = await office.page(PATH);
    await eventually(`visitors see ${name}`, async () => {
      if (isSame(published.site.theme.colors.palette, upperCase(values.palette))) return true;
      published = await office.page(PATH);
      return false;
    });
    assert.deepEqual(preview.look, published.look, name);
    assert.deepEqual(layoutOf(preview.site), layoutOf(published.site), name);
    // Defaults are part of what is published.
    content = await office.content();
  }
  return reloads;
}
