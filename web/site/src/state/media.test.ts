import type { PageBody } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { SAMPLES, samplePage } from '@marquee/testkit/pages/samples.ts';
import { preloadOf } from './lead-picture.ts';
import { logoSource, pictureSource } from './media.ts';

describe('renditions', () => {
  it('are cropped for their use, in both formats', () => {
    const { avif, webp, src, width, height } = pictureSource('demo', { id: 'a1', w: 600, h: 900 }, 'poster');
    expect(avif).toMatch(/^\/media\/demo\/a1\/160-2x3\.avif 160w, .* 480w$/);
    expect(webp).toBe('/media/demo/a1/480-2x3.webp 480w');
    expect(src).toBe('/media/demo/a1/320-2x3.jpg');
    expect(width / height).toBeCloseTo(2 / 3);
  });

  it('are not wider than the original, but include 640 px', () => {
    expect(pictureSource('demo', { id: 'a1', w: 1300, h: 700 }, 'wide').avif).toMatch(/1280w$/);
    expect(pictureSource('demo', { id: 'a1', w: 300, h: 200 }, 'wide').avif).toBe('/media/demo/a1/640.avif 640w');
  });

  it('keep the ratio of a picture that is not cropped', () => {
    const { width, height } = pictureSource('demo', { id: 'a1', w: 1600, h: 900 }, 'wide');
    expect(width / height).toBeCloseTo(16 / 9, 2);
  });

  it.each([
    ['poster', '160-2x3.avif 160w, 240-2x3.avif 240w, 320-2x3.avif 320w, 480-2x3.avif 480w', '480-2x3.webp 480w', 320, 480],
    ['card', '320-16x10.avif 320w, 480-16x10.avif 480w, 640-16x10.avif 640w, 960-16x10.avif 960w', '640-16x10.webp 640w', 640, 400],
    [
      'wide',
      '640.avif 640w, 960.avif 960w, 1280.avif 1280w, 1600.avif 1600w, 2000.avif 2000w',
      '640.webp 640w, 1280.webp 1280w, 2000.webp 2000w',
      960,
      480,
    ],
    [
      'bleed',
      '640-3x1.avif 640w, 960-3x1.avif 960w, 1280-3x1.avif 1280w, 1600-3x1.avif 1600w, 2000-3x1.avif 2000w',
      '640-3x1.webp 640w, 1280-3x1.webp 1280w, 2000-3x1.webp 2000w',
      1280,
      427,
    ],
  ] as const)('of a %s are %s and %s', (use, avif, webp, width, height) => {
    const source = pictureSource('demo', { id: 'a1', w: 4000, h: 2000 }, use);
    const names = (srcset: string): string => srcset.replaceAll('/media/demo/a1/', '');
    expect([names(source.avif), names(source.webp), source.width, source.height]).toEqual([avif, webp, width, height]);
  });

  it('of an original that is narrower than the default have the widest that is offered', () => {
    const { src, width, height } = pictureSource('demo', { id: 'a1', w: 600, h: 400 }, 'bleed');
    expect([src, width, height]).toEqual(['/media/demo/a1/640-3x1.jpg', 640, 213]);
  });

  it('of a picture without a size are not divided by zero', () => {
    expect(pictureSource('demo', { id: 'a1', w: 0, h: 0 }, 'wide').height).toBe(0);
    expect(logoSource('demo', { id: 'l', w: 0, h: 0 }, 36)).toMatchObject({
      webp: '/media/demo/l/240.webp 1x, /media/demo/l/480.webp 2x',
      width: 0,
    });
  });

  it('of a logo have the width that fits the height', () => {
    expect(logoSource('demo', { id: 'l', w: 196, h: 40 }, 36)).toMatchObject({
      width: 176,
      height: 36,
      src: '/media/demo/l/480.png',
    });
  });
});

describe('the preloaded picture', () => {
  it.each([
    ['meridian-home', '1280-3x1'],
    ['aster-home', '/1280.avif'],
    ['meridian-film', '/1280.avif'],
    ['meridian-movies', '320-2x3'],
    ['meridian-event', '/640.avif'],
  ])('of %s is %s', (name, part) => {
    const data = SAMPLES.get(name);
    expect(data && preloadOf(data)?.srcset).toContain(part);
  });

  it('has the width of the window or of the content, by the corners of the site', () => {
    const sizes = (name: string, roundContent: 'NONE' | 'HIGH') => {
      const { theme, ...site } = samplePage(name).site;
      const page = samplePage(name);
      return preloadOf({ ...page, site: { ...site, theme: { ...theme, roundContent } } })?.sizes;
    };
    expect([sizes('aster-home', 'NONE'), sizes('meridian-film', 'NONE')]).toEqual(['(min-width: 768px) 100vw, 640px', '100vw']);
    expect([sizes('aster-home', 'HIGH'), sizes('meridian-film', 'HIGH')]).toEqual([
      expect.stringMatching(/812px.*calc\(100vw - 40px\)$/),
      expect.stringMatching(/1440px.*100vw$/),
    ]);
    expect(sizes('meridian-movies', 'NONE')).toMatch(/220px.*88px$/);
  });

  it('is missing on a list or an event without a picture, and is no poster below a hero', () => {
    const preload = (name: string, change: (page: PageBody) => PageBody) => {
      const data = samplePage(name);
      return preloadOf({ ...data, page: change(data.page) });
    };
    const withoutHero = (page: PageBody, isEmpty: boolean): PageBody => {
      if (page.kind !== 'list') return page;
      const { hero: _, ...list } = page;
      return { ...list, films: isEmpty ? [] : list.films };
    };
    expect(preload('meridian-home', (page) => withoutHero(page, true))).toBeUndefined();
    expect(preload('meridian-home', (page) => withoutHero(page, false))?.srcset).toContain('320-2x3');
    const withoutPicture = (page: PageBody): PageBody => {
      if (page.kind === 'list' && page.hero !== undefined) {
        const { picture: _, ...hero } = page.hero;
        return { ...page, hero };
      }
      if (page.kind !== 'event') return page;
      const { picture: _, ...event } = page.event;
      return { ...page, event };
    };
    expect(preload('meridian-home', withoutPicture)).toBeUndefined();
    expect(preload('meridian-event', withoutPicture)).toBeUndefined();
  });

  it.each(['aster-404', 'aster-theater', 'aster-theaters', 'aster-content', 'meridian-film-bare'])(
    'is missing on %s, which begins with text',
    (name) => {
      const data = SAMPLES.get(name);
      expect(data && preloadOf(data)).toBeUndefined();
    },
  );
});
