import { describe, expect, it } from 'vitest';
import { fillText, listItems } from './text.ts';

describe('texts', () => {
  it('PAGE-09 fills {0} and [theaterName]', () => {
    expect(fillText('Welcome to [theaterName], {0}', { theaterName: 'Acme Downtown', value: 'Ann' })).toBe('Welcome to Acme Downtown, Ann');
  });

  it('PAGE-09 fills every occurrence, and leaves what has no value', () => {
    expect(fillText('{0} {0} [theaterName]', { value: 'x' })).toBe('x x [theaterName]');
  });

  it('PAGE-09 never reads what it filled in', () => {
    expect(fillText('{0}', { value: '[theaterName] $& {0}', theaterName: 'Acme' })).toBe('[theaterName] $& {0}');
  });

  it.each([
    ['2D|3D|IMAX', ['2D', '3D', 'IMAX']],
    [' 2D | 3D |', ['2D', '3D']],
    ['', []],
  ])('PAGE-10 splits %j', (text, items) => {
    expect(listItems(text)).toEqual(items);
  });
});
