import { describe, expect, it } from 'vitest';
import { html } from '../../../samples/markup.tsx';

/** The hours that are named at 5:48 PM on an axis of so many hours, from 2 PM; those in brackets only while it is folded. */
function named(hours: number, folded = false): string[] {
  const markup = html('meridian-theater', (data) => {
    const { page, now } = data;
    if (page.kind !== 'theater' || now === undefined) throw new Error('not a timetable of today');
    now.minute = 17 * 60 + 48;
    const [row] = page.rows;
    const [show] = row?.shows ?? [];
    if (row === undefined || show === undefined) throw new Error('no show');
    const at = (start: number, length: number, started: boolean) => ({
      ...show,
      start,
      length,
      lane: 0,
      show: { ...show.show, id: `${start}`, state: started ? ('started' as const) : ('few' as const) },
    });
    page.rows = [{ ...row, shows: [at(14 * 60, hours * 60, false), ...(folded ? [at(10 * 60, 60, true)] : [])] }];
    page.hours = [15, 16, 17, 18, 19].map((hour) => [hour * 60, `${hour - 12} PM`]);
  });
  const axis = /aria-hidden="true">((?:<span class="tt-s\d+[^"]*">[^<]*<\/span>)+)/.exec(markup)?.[1] ?? '';
  return [...axis.matchAll(/<span class="([^"]*)">([^<]*)</g)].map(([, names = '', text = '']) => (/under/.test(names) ? `(${text})` : text));
}

describe('the time now on the hour axis', () => {
  it.each([
    [8, ['3 PM', '4 PM', '5 PM', '7 PM']],
    [14, ['3 PM', '4 PM', '7 PM']],
  ])('covers no name of an hour on an axis of %i hours', (hours, names) => {
    expect(named(hours)).toEqual(names);
  });

  it('covers none when the axis is unfolded', () => {
    expect(named(10, true)).toContain('(5 PM)');
  });
});
