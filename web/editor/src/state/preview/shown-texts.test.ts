import { describe, expect, it } from 'vitest';
import { list } from '@marquee/api/json.ts';
import { valueAt } from '../pointer.ts';
import { textsOnPage } from './block-texts.ts';
import { PreviewChannel } from './channel.ts';
import { needsReload } from './reload.ts';
import { ShownTexts } from './shown-texts.ts';

const pointersOf = (document: unknown): string[] =>
  list(valueAt(document, '/pages/~1about~1/blocks')).map((_, index) => `/pages/~1about~1/blocks/${index}`);
const content = (title: string, text: string = 'B') => ({
  pages: {
    '/about/': {
      title: 'About',
      blocks: [
        { type: 'hero', title, text },
        { type: 'text', paragraphs: ['x'] },
      ],
    },
  },
});

describe('PREV-12 texts that are edited on the page', () => {
  it('need no new document, other texts do', () => {
    const texts = new ShownTexts();
    texts.connect(0, ['title']);
    const reloads = (before: unknown, after: unknown): boolean => needsReload(texts.shown(before, after, pointersOf), after);
    expect(reloads(content('A'), content('Another'))).toBe(false);
    expect(reloads(content('A'), content('Another', 'C'))).toBe(true);
    expect(reloads(content('A'), content('Another'))).toBe(false);
    texts.reset();
    expect(reloads(content('A'), content('Another'))).toBe(true);
  });

  it('need one if there are more or fewer blocks', () => {
    const texts = new ShownTexts();
    texts.connect(0, ['title']);
    const after = { pages: { '/about/': { title: 'About', blocks: [{ type: 'hero', title: 'B', text: 'B' }] } } };
    expect(needsReload(texts.shown(content('A'), after, pointersOf), after)).toBe(true);
  });

  it('PAGE-16 may be those of a saved block, unless the page shows it twice', () => {
    const texts = new ShownTexts();
    texts.connect(1, ['title']);
    const saved = (title: string) => ({ saved: { title } });
    const reloads = (pointers: readonly string[]): boolean =>
      needsReload(
        texts.shown(saved('A'), saved('B'), () => pointers),
        saved('B'),
      );
    expect(reloads(['/own', '/saved'])).toBe(false);
    expect(reloads(['/saved', '/saved'])).toBe(true);
    expect(reloads(['/saved', '/own'])).toBe(true);
  });

  it('are those that the page shows as the record has them', () => {
    expect(textsOnPage({ type: 'hero', title: 'A', text: '' })).toEqual([{ field: 'title', value: 'A' }]);
    expect(textsOnPage({ type: 'hero', title: 'Welcome to [theaterName]', text: '{0}' })).toEqual([]);
    expect(textsOnPage({ type: 'text', paragraphs: [] })).toEqual([{ field: 'paragraphs', value: [] }]);
    expect(textsOnPage({ type: 'text', paragraphs: [{ type: 'script' }] })).toEqual([]);
    expect(textsOnPage({ type: 'callToAction', title: 'A', label: 'Go', href: '/' }).map(({ field }) => field)).toEqual([
      'title',
      'label',
    ]);
    expect(textsOnPage({ type: 'image', picture: 'a', alt: 'b' })).toEqual([]);
  });
});

it('PREV-11 messages go to the documents that are ready, each to its origin', () => {
  const channel = new PreviewChannel();
  const sent: unknown[] = [];
  const target = (name: string) => ({ postMessage: (_: unknown, options: unknown) => sent.push(`${name} ${String(options)}`) });
  const [first, second] = [target('first'), target('second')];
  const received: string[] = [];
  channel.add(first, 'https://a.example');
  const stop = channel.listen({ onReady: () => received.push('ready'), onMessage: ({ type }) => received.push(type) });
  channel.add(second, 'https://b.example');
  channel.receive({ type: 'key', key: 'undo' });
  channel.send({ type: 'hoverBlock', position: 1 });
  channel.keep((shown) => shown === second);
  channel.send({ type: 'hoverBlock', position: 2 });
  stop();
  channel.receive({ type: 'key', key: 'undo' });
  expect(received).toEqual(['ready', 'ready', 'key']);
  expect(sent).toEqual(['first https://a.example', 'second https://b.example', 'second https://b.example']);
});
