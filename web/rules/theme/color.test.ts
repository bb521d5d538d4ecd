import { describe, expect, it } from 'vitest';
import tintShadeCases from '../../../fixtures/colors/tint-shade.json' with { type: 'json' };
import { CONTRAST } from './constants.ts';
import {
  BLACK,
  DARK,
  LIGHT,
  WHITE,
  contrast,
  distance,
  hex,
  isLight,
  offset,
  pickReadable,
  rgb,
  shade,
  tint,
  tintShade,
  visibleOrFallback,
} from './color.ts';

describe('color arithmetic', () => {
  it.each([
    ['#212020', '#4F4E4E', 1.959728, 20.911],
    ['#212020', '#000000', 1.292128, 12.366],
    ['#F7F7F7', '#DDDDDD', 1.267841, 9.117],
    ['#F7F7F7', '#FFFFFF', 1.071307, 2.768],
    ['#E0B030', '#212020', 8.065974, 91.368],
    ['#777777', '#FFFFFF', 4.478089, 49.966],
    ['#FF0000', '#00FF00', 2.913938, 170.565],
    ['#D4AF37', '#000000', 9.986566, 96.266],
    ['#2A2929', '#212020', 1.120355, 4.335],
  ])('THEME-16, THEME-19 %s on %s has contrast %d and distance %d', (a, b, ratio, apart) => {
    expect(contrast(rgb(a), rgb(b))).toBeCloseTo(ratio, 5);
    expect(distance(rgb(a), rgb(b))).toBeCloseTo(apart, 2);
  });

  it('parses and formats #RRGGBB', () => {
    expect(hex(rgb('#f5B921'))).toBe('#F5B921');
    expect(['gold', '#F5B92180', 'AB#F5B921'].map((text) => hex(rgb(text)))).toEqual(Array(3).fill('#000000'));
  });

  it.each(tintShadeCases)('SITE-03 $color with tintShade $amount is $result, as on the server', ({ color, amount, result }) => {
    expect(hex(tintShade(rgb(color), amount))).toBe(result);
  });

  it.each([
    ['#777777', true],
    ['#333333', false],
    ['#FFFFFF', true],
    ['#000000', false],
  ])('THEME-05 %s is light: %s', (color, light) => {
    expect(isLight(rgb(color))).toBe(light);
  });

  it('THEME-05 mixes in sRGB and rounds the channels', () => {
    expect(hex(shade(rgb('#F7F7F7'), 0.05))).toBe('#EBEBEB');
    expect(hex(tint(rgb('#212020'), 0.05))).toBe('#2C2B2B');
  });

  it.each([
    ['#F7F7F7', 0.05, '#EBEBEB'],
    ['#212020', 0.05, '#2C2B2B'],
    ['#F7F7F7', 0.06, '#E8E8E8'],
    ['#333333', 0.06, '#3F3F3F'],
    ['#131212', 0.06, '#212020'],
  ])('THEME-04, THEME-20 %s offset by %d is %s', (color, share, expected) => {
    expect(hex(offset(rgb(color), share))).toBe(expected);
  });

  it('THEME-16 takes a candidate that reaches the target, else black or white', () => {
    const gold = rgb('#F2B705');
    expect(contrast(gold, DARK)).toBeCloseTo(8.94, 2);
    expect(contrast(gold, LIGHT)).toBeCloseTo(1.7, 2);
    expect(pickReadable(gold, [DARK])).toEqual(DARK);
    expect(pickReadable(gold, [LIGHT])).toEqual(BLACK);
  });

  it('THEME-16 aims for AA large by default', () => {
    const gray = rgb('#8A8A8A');
    expect(pickReadable(gray, [LIGHT])).toEqual(LIGHT);
    expect(pickReadable(gray, [LIGHT], CONTRAST.aaSmall)).toEqual(BLACK);
    expect(pickReadable(rgb('#222222'), [rgb('#8A8A8A')], CONTRAST.aaaSmall)).toEqual(WHITE);
  });

  it('THEME-18 a color is visible from a Lab distance of 5.9', () => {
    expect(distance(rgb('#111111'), BLACK)).toBeCloseTo(5.06, 2);
    expect(visibleOrFallback(rgb('#111111'), BLACK, WHITE)).toEqual(WHITE);
    expect(visibleOrFallback(rgb('#F2B705'), BLACK, WHITE)).toEqual(rgb('#F2B705'));
  });

  it('THEME-19 replaces a color that equals its background', () => {
    expect(visibleOrFallback(BLACK, BLACK, LIGHT)).toEqual(LIGHT);
  });
});
