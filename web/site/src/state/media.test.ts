import { describe, expect, it } from 'vitest';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';
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

  it.each(['aster-404', 'aster-theater', 'aster-theaters', 'aster-content', 'meridian-film-bare'])(
    'is missing on %s, which begins with text',
    (name) => {
      const data = SAMPLES.get(name);
      expect(data && preloadOf(data)).toBeUndefined();
    },
  );
});
