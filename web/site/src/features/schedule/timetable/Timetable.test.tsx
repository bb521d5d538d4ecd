import { describe, expect, it } from 'vitest';
import { html } from '@marquee/testkit/pages/markup.tsx';

/** The hour labels at 5:48 PM on an axis of `hours` hours from 2 PM; labels in brackets are visible only while the axis is folded. */
function hourLabels(hours: number, folded = false): string[] {
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
  return [...axis.matchAll(/<span class="([^"]*)">([^<]*)</g)].map(([, classes = '', text = '']) =>
    /under/.test(classes) ? `(${text})` : text,
  );
}

describe('the current time on the hour axis', () => {
  it.each([
    [8, ['3 PM', '4 PM', '5 PM', '7 PM']],
    [14, ['3 PM', '4 PM', '7 PM']],
  ])('covers no hour label on an axis of %i hours', (hours, labels) => {
    expect(hourLabels(hours)).toEqual(labels);
  });

  it('covers no hour label when the axis is unfolded', () => {
    expect(hourLabels(10, true)).toContain('(5 PM)');
  });
});
