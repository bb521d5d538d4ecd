import { describe, expect, it } from 'vitest';
import type { UploadedPicture } from '@marquee/api/editor.gen.ts';
import { ApiError } from '../api/client.ts';
import { logoOf, withLogo } from '../design/logo.ts';
import { withValue } from '../pointer.ts';
import { MAX_BYTES, UploadQueue } from './queue.ts';
import { placesOf } from './usage.ts';

const stored = (source: string, isKnown = false): UploadedPicture => ({
  picture: { source, address: `https://site.example/${source}`, width: 1, height: 1 },
  isKnown,
});

/** A queue whose uploads end when the test says so. */
function queueOf() {
  const sent: {
    readonly name: string;
    readonly end: (result: UploadedPicture | Error) => void;
    readonly progress: (share: number) => void;
  }[] = [];
  const known: string[] = [];
  const queue = new UploadQueue({
    send: (file, progress) =>
      new Promise((resolve, reject) => {
        const end = (result: UploadedPicture | Error): void => (result instanceof Error ? reject(result) : resolve(result));
        sent.push({ name: file.name, end, progress });
      }),
    onStored: ({ picture }) => known.push(picture.source),
  });
  const states = (): string =>
    queue
      .uploads()
      .map(({ file, status }) => `${file.name} ${status}`)
      .join(', ');
  return { queue, sent, known, states };
}

const file = (name: string, size = 3): File => {
  const made = new File(['abc'], name);
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('uploads', () => {
  it('are sent one after the other, with their progress', async () => {
    const { queue, sent, known, states } = queueOf();
    queue.add([file('a'), file('b')]);
    queue.add([file('c')]);
    expect(states()).toBe('a sending, b waiting, c waiting');
    sent[0]?.progress(0.5);
    expect(queue.uploads()[0]?.sent).toBe(0.5);
    sent[0]?.end(stored('1'));
    await settle();
    expect(states()).toBe('a done, b sending, c waiting');
    sent[1]?.end(stored('2', true));
    await settle();
    sent[2]?.end(stored('3'));
    await settle();
    expect([states(), known]).toEqual(['a done, b done, c done', ['1', '2', '3']]);
    queue.clear();
    expect(states()).toBe('');
  });

  it('that fail do not stop the others, and can be tried again', async () => {
    const { queue, sent, states } = queueOf();
    queue.add([file('a'), file('b')]);
    sent[0]?.end(new ApiError(422, { title: 'unsupported file type' }));
    await settle();
    expect(states()).toBe('a failed, b sending');
    const [first] = queue.uploads();
    queue.retry(first?.id ?? 0);
    expect(states()).toBe('a waiting, b sending');
    sent[1]?.end(stored('2'));
    await settle();
    expect([sent.map(({ name }) => name), states()]).toEqual([['a', 'b', 'a'], 'a sending, b done']);
    queue.remove(first?.id ?? 0);
    expect(states()).toBe('a sending, b done');
  });

  it('of files that are too large are not sent', () => {
    const { queue, sent, states } = queueOf();
    queue.add([file('huge', MAX_BYTES + 1)]);
    expect([states(), sent.length]).toEqual(['huge failed', 0]);
    expect(queue.uploads()[0]?.error).toMatchObject({ status: 413 });
  });
});

it('finds where a picture is used', () => {
  const content = {
    site: { settings: { logo: { src: 'abc' } } },
    pages: { '/about/': { blocks: [{ picture: 'abc' }, { text: 'See ![](abc) here, abcd' }, { picture: 'xabc' }] } },
  };
  expect(placesOf(content, 'abc')).toEqual([
    '/site/settings/logo/src',
    '/pages/~1about~1/blocks/0/picture',
    '/pages/~1about~1/blocks/1/text',
  ]);
  expect(placesOf(content, 'none')).toEqual([]);
  expect(placesOf(content, '')).toEqual([]);
});

it('makes a picture the logo of a site with and without one', () => {
  const edited = (content: unknown): unknown => {
    const { pointer, to } = withLogo(content, 'abc');
    return withValue(content, pointer, to);
  };
  expect([edited({ site: { settings: {} } }), edited({ site: { settings: { logo: { src: 'x' } } } })].map(logoOf)).toEqual([
    'abc',
    'abc',
  ]);
  expect(withLogo({ site: { settings: {} } }, 'abc').pointer).toBe('/site/settings/logo');
});
