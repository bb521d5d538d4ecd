import type { Filter } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { attribute, html, tags } from '@marquee/testkit/pages/markup.tsx';

/** The markup of the showtimes page with the given options of one filter selected. */
const withSelected = (key: Filter['key'], ...values: string[]): string =>
  html('aster-showtimes', (data) => {
    if (data.page.kind !== 'showtimes') return;
    for (const filter of data.page.filters)
      if (filter.key === key) for (const option of filter.options) option.selected = values.includes(option.value);
  });

const summaries = (markup: string): string[] =>
  [...(markup.split('data-legend')[0] ?? '').matchAll(/<summary[^>]*>(.*?)<\/summary>/gs)].map(([, inner = '']) =>
    inner.replaceAll(/<svg.*?<\/svg>/gs, ''),
  );

describe('the pills', () => {
  it('name their filter if it is inactive', () => {
    expect(summaries(withSelected('theater'))).toEqual(['All theaters', 'Time of day', 'Version']);
  });

  it.each([
    ['theater', ['aster-harbor'], 'Harbor', 'aria-label="Theater: Harbor"'],
    [
      'theater',
      ['aster-canal-street', 'aster-harbor'],
      '2 theaters',
      'title="My theaters" aria-label="2 theaters: Canal Street, Harbor"',
    ],
    ['before', ['22:00'], 'Ends before 10:00 PM', 'aria-label="Time of day: Ends before 10:00 PM"'],
    ['time', ['evening'], 'Evening', 'aria-label="Time of day: Evening"'],
  ] as const)('%s with %j is labeled %s', (key, values, words, label) => {
    const markup = withSelected(key, ...values);
    expect(summaries(markup)).toContain(words);
    expect(markup).toContain(label);
    expect(markup).toContain('aria-label="Clear ');
  });
});

describe('the theater filter with multiple choice', () => {
  const markup = html('aster-showtimes-empty');

  it('PAGE-02 each theater is added or removed by a link that keeps the scroll position', () => {
    expect(markup).toContain(
      '<a href="/showtimes/?day=2025-11-24&amp;theater=aster-harbor" aria-current="true" data-keep-scroll="">Canal Street',
    );
    expect(markup).toContain(
      '<a href="/showtimes/?day=2025-11-24&amp;theater=aster-canal-street.aster-old-mill.aster-harbor" data-keep-scroll="">Old Mill',
    );
    expect(markup).toContain('<a href="/showtimes/?day=2025-11-24" aria-label="Clear Theater" data-keep-scroll="">');
  });

  it('without scripts a form has one checkbox each, and keeps the other parameters', () => {
    const form = /<noscript>(.*?)<\/noscript>/s.exec(markup)?.[1] ?? '';
    expect(form).toMatch(/^<form [^>]*action="\/showtimes\/" method="get">/);
    expect(form).toContain('<input type="hidden" name="day" value="2025-11-24"/>');
    expect(form.match(/type="checkbox" name="theater"/g)).toHaveLength(4);
    expect(form.match(/checked=""/g)).toHaveLength(2);
    expect(form).not.toContain('type="hidden" name="theater"');
  });

  it('the form is shown without scripts only, and the links with scripts only', () => {
    expect(markup).toMatch(/<ul class="needsScript" aria-label="[^"]*"><li><a href="[^"]*theater=/);
    expect(withSelected('time')).not.toMatch(/<ul class="needsScript" aria-label="[^"]*"><li><a href="[^"]*time=/);
  });
});

describe('the filter button on phones', () => {
  /** The button's tag on a page on which `active` filters have their first option selected. */
  const button = (name: string, active: number, locale = 'en'): string => {
    const markup = html(name, (data) => {
      data.context.intl.locale.short = locale;
      if (!('filters' in data.page)) return;
      for (const [index, { options }] of data.page.filters.entries())
        for (const [optionIndex, option] of options.entries()) option.selected = index < active && optionIndex === 0;
    });
    return (
      tags(markup, 'button').find(
        (tag) => attribute(tag, 'popoverTarget') === 'filters' && attribute(tag, 'popoverTargetAction') === undefined,
      ) ?? ''
    );
  };

  it.each([
    ['aster-showtimes', 'en', 0, 'Filters', undefined],
    ['aster-showtimes', 'en', 1, 'Filters, 1 active', '1'],
    ['aster-movies', 'en', 2, 'Filters, 2 active', '2'],
    ['aster-theater', 'fr', 1, 'Filtres, 1 actif', '1'],
    ['aster-film', 'fr', 2, 'Filtres, 2 actifs', '2'],
  ])('on %s in %s with %i active filters is %j', (name, locale, active, label, badge) => {
    const tag = button(name, active, locale);
    expect(attribute(tag, 'aria-label')).toBe(label);
    expect(attribute(tag, 'data-count')).toBe(badge);
  });
});
