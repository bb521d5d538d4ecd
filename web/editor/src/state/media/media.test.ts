import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client.ts';
import { contentChecks, newlyUndescribed } from '../content/checks.ts';
import { logoOf, withLogo } from '../design/logo.ts';
import { withValue } from '../pointer.ts';
import { changedDetails, commonRights, detailsOf, storedDetails } from './details.ts';
import { clockText, isVideoFile, isVideoReference, kindOf, rightsOf, undescribedPictures } from './filters.ts';
import { fetchOfFilms } from './library.ts';
import { proposedAlt, wordsOfFile } from './proposals.ts';
import { MAX_BYTES, MAX_VIDEO_BYTES, type StoredFile, UploadQueue } from './queue.ts';

const stored = (source: string, isKnown = false): StoredFile => ({
  medium: { source, address: `https://site.example/${source}`, width: 1, height: 1, places: [] },
  isKnown,
});

/** A queue whose uploads end when the test says so. */
function queueOf() {
  const sent: {
    readonly name: string;
    readonly end: (result: StoredFile | Error) => void;
    readonly progress: (share: number) => void;
  }[] = [];
  const known: string[] = [];
  const clock = { now: 0 };
  const queue = new UploadQueue({
    send: (file, progress) =>
      new Promise((resolve, reject) => {
        const end = (result: StoredFile | Error): void => (result instanceof Error ? reject(result) : resolve(result));
        sent.push({ name: file.name, end, progress });
      }),
    onStored: async ({ medium }) => void known.push(medium.source),
    now: () => clock.now,
  });
  const states = (): string =>
    queue
      .uploads()
      .map(({ file, status }) => `${file.name} ${status}`)
      .join(', ');
  return { queue, sent, known, states, clock };
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

  it('tell how much is sent and how long the rest takes', () => {
    const { queue, sent, clock } = queueOf();
    queue.add([file('a', 3_000_000), file('b', 1_000_000), file('huge', MAX_BYTES + 1)]);
    expect(queue.progress()).toEqual({ sentBytes: 0, totalBytes: 4_000_000, secondsLeft: undefined });
    clock.now = 2_000;
    sent[0]?.progress(1 / 3);
    expect(queue.progress()).toEqual({ sentBytes: 1_000_000, totalBytes: 4_000_000, secondsLeft: 6 });
  });

  it('of files that are too large are not sent', () => {
    const { queue, sent, states } = queueOf();
    queue.add([file('huge', MAX_BYTES + 1)]);
    expect([states(), sent.length]).toEqual(['huge failed', 0]);
    expect(queue.uploads()[0]?.error).toMatchObject({ status: 413 });
  });

  it('PAGE-17 of videos are known by their type or name', () => {
    const isVideo = (name: string, type = ''): boolean => isVideoFile({ name, type });
    expect([isVideo('a.mp4'), isVideo('a.MOV'), isVideo('a', 'video/webm'), isVideo('a.mp4.png', 'image/png')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(['video-2f1c', 'video-2f1c-2', 'video-', 'https://a.example/video-2f1c'].map(isVideoReference)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([5, 65, 600].map(clockText)).toEqual(['0:05', '1:05', '10:00']);
  });

  it('PAGE-17 of videos may be larger than pictures', () => {
    const { queue, sent, states } = queueOf();
    queue.add([file('tour.mp4', MAX_BYTES + 1), file('film.MP4', MAX_VIDEO_BYTES + 1)]);
    expect([states(), sent.length]).toEqual(['tour.mp4 sending, film.MP4 failed', 1]);
  });
});

describe('the details of a picture', () => {
  const content = {
    pictures: { a: { alt: { en: 'The foyer' } }, b: { decorative: true }, c: { alt: { en: ' ' }, focus: [81, 50] } },
    pages: {
      '/about/': {
        blocks: [
          { type: 'image', picture: 'a', alt: '' },
          { type: 'gallery', pictures: ['b', 'c', 'd'].map((picture) => ({ picture, alt: '' })) },
          { type: 'image', picture: 'e', alt: 'The bar' },
        ],
      },
    },
    events: { '7': { picture: 'f', pictureAlt: '' } },
  };

  it('are stored without what is not set', () => {
    const details = detailsOf(content, 'c');
    expect([details.focus, details.credit]).toEqual([[81, 50], '']);
    expect(storedDetails({ ...details, alt: { en: '' }, rightsUntil: '2026-11-30' })).toEqual({
      focus: [81, 50],
      rightsUntil: '2026-11-30',
    });
    expect(storedDetails({ ...details, alt: {}, focus: [50, 50] })).toBeUndefined();
    expect(detailsOf(content, 'none')).toEqual({ alt: {}, decorative: false, focus: undefined, credit: '', rightsUntil: '' });
  });

  it('describe it where a place has no text', () => {
    expect([...undescribedPictures(content)].toSorted()).toEqual(['c', 'd', 'f']);
    // The dialog that publishes names the places that the overview counts: pages and events.
    expect(contentChecks(content).noAlt.map(({ pointer }) => pointer)).toEqual([
      '/pages/~1about~1/blocks/1',
      '/events/7/pictureAlt',
    ]);
    const known = withValue(content, '/events', {});
    expect(newlyUndescribed(known, content).map(({ name, pointer }) => [name, pointer])).toEqual([['', '/events/7/pictureAlt']]);
    // What visitors see already is not asked about again.
    expect(newlyUndescribed(content, content)).toEqual([]);
    const more = withValue(content, '/pages/~1about~1/blocks/3', { type: 'image', picture: 'g', alt: '' });
    expect(newlyUndescribed(content, more).map(({ name }) => name)).toEqual(['/about/']);
  });

  it('change for several pictures, and keep what else is said of each', () => {
    const changes = changedDetails(content, ['a', 'b', 'new'], { credit: 'Press kit', rightsUntil: '2027-06-30' });
    const rights = { credit: 'Press kit', rightsUntil: '2027-06-30' };
    expect(changes).toEqual([
      { pointer: '/pictures/a', to: { alt: { en: 'The foyer' }, ...rights } },
      { pointer: '/pictures/b', to: { decorative: true, ...rights } },
      { pointer: '/pictures/new', to: rights },
    ]);
  });

  it('have rights in common where they do not differ', () => {
    const pictures = { a: { credit: 'Kit', rightsUntil: '2027-01-01' }, b: { credit: 'Kit' } };
    expect(commonRights({ pictures }, ['a', 'b'])).toEqual({ credit: 'Kit' });
    expect(commonRights({ pictures }, ['a', 'none'])).toEqual({});
    expect(commonRights({ pictures }, ['none', 'other'])).toEqual({ credit: '', rightsUntil: '' });
    expect(commonRights({ pictures }, [])).toEqual({ credit: '', rightsUntil: '' });
  });

  it('tell when its rights end', () => {
    const until = (rightsUntil: string) => rightsOf({ pictures: { a: { rightsUntil } } }, 'a', '2026-11-26');
    expect(['2026-11-25', '2026-11-26', '2026-12-10', '2026-12-11', ''].map(until)).toEqual([
      'ended',
      'ending',
      'ending',
      undefined,
      undefined,
    ]);
  });
});

it('knows the kind of a picture by its shape', () => {
  const kinds = [
    [640, 960],
    [800, 1000],
    [1600, 1000],
    [1500, 1000],
    [3000, 1000],
  ].map(([width = 1, height = 1]) => kindOf({ source: '', address: '', width, height, places: [] }));
  expect(kinds).toEqual(['poster', 'poster', 'wide', 'photo', 'wide']);
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

describe('proposed alternative texts', () => {
  const content = {
    events: { e1: { id: 'e1', title: 'Silent Sundays', localizations: { fr: { title: 'Dimanches muets' } } } },
    films: { f1: { fields: { title: 'Kestrel, restored' } } },
    theaters: { t1: { name: 'Old Mill' } },
  };
  const languages = { main: 'en', others: ['fr'] };
  const uploaded = { name: 'harbor-evening.jpg', bytes: 1, at: '2026-11-20T10:00:00Z', by: 'Theo' };
  const proposed = (places: readonly string[], language = 'en', name = uploaded.name) =>
    proposedAlt(
      { places: [...places], file: { ...uploaded, name } },
      content,
      (id) => (id === 'f2' ? 'Low Tide' : undefined),
      languages,
      language,
    );

  it('ux 5.10 are the title of the event or film that shows the picture, else the name of its file', () => {
    expect(proposed(['/events/e1/picture'])).toBe('Silent Sundays');
    expect(proposed(['/films/f1/fields/poster'])).toBe('Kestrel, restored');
    expect(proposed(['/films/f2/fields/hero'])).toBe('Low Tide');
    expect(proposed(['/theaters/t1/picture'])).toBe('Old Mill');
    expect(proposed(['/pages/~1about~1/blocks/0/picture'])).toBe('Harbor evening');
    expect(proposed(['/films/f9/fields/hero', '/events/e1/picture'])).toBe('Silent Sundays');
  });

  it('ux 5.10 are in the language of the field, or missing', () => {
    expect(proposed(['/events/e1/picture'], 'fr')).toBe('Dimanches muets');
    expect(proposed(['/films/f1/fields/poster'], 'fr')).toBeUndefined();
    expect(proposed([], 'en', 'IMG_2041.jpg')).toBeUndefined();
  });

  it.each([
    ['silent-sundays_2.jpg', 'Silent sundays 2'],
    ['Foyer, 4 of 9.PNG', 'Foyer, 4 of 9'],
    ['Harbor 2.webp', 'Harbor 2'],
    ['IMG_2041.jpg', ''],
    ['DSC00012.JPG', ''],
    ['PXL_20260101_101112345.jpg', ''],
    ['20260101.png', ''],
    ['9f86d081884c7d659a2feaa0c55ad015.webp', ''],
    ['', ''],
  ])('the name of the file %s is %j in words', (name, words) => {
    expect(wordsOfFile(name)).toBe(words);
  });
});

describe('pictures of films', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('are fetched to the end of the list, also after requests that stored none', async () => {
    const parts = [
      { stored: 0, failed: 60, last: 'https://films.example/a&b' },
      { stored: 58, failed: 2, last: 'https://films.example/c' },
      { stored: 1, failed: 0 },
    ];
    const requested: string[] = [];
    const respond = (url: string): Promise<Response> => {
      requested.push(url);
      return Promise.resolve(Response.json(parts[requested.length - 1]));
    };
    void vi.stubGlobal('fetch', respond);
    expect(await fetchOfFilms('acme')).toEqual({ stored: 59, failed: 62 });
    expect(requested.map((url) => new URL(url, 'https://editor.example').searchParams.get('after'))).toEqual([
      null,
      'https://films.example/a&b',
      'https://films.example/c',
    ]);
  });
});
