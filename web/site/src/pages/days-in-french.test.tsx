import type { PageData } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { catalogOf } from '../messages/all.ts';
import { html, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { dayHeading, dayInSentence } from '../state/page.ts';

const french = (data: PageData): void => {
  data.context.intl.locale = { long: 'fr-FR', short: 'fr' };
};

it.each([
  ['fr', 'Dimanche 22 nov.', 'dimanche 22 nov.'],
  ['fr', 'Aujourd’hui', 'aujourd’hui'],
  ['fr', '13 févr. 2027', '13 févr. 2027'],
  ['fr', '', ''],
  ['en', 'Sunday, Nov 22', 'Sunday, Nov 22'],
])('LOCALE-01 in %s a sentence writes the day %j as %j', (short, label, text) => {
  const page = samplePage('aster-home');
  expect(dayInSentence({ ...page, messages: catalogOf(short) }, label)).toBe(text);
});

it.each([
  ['en', 'This week', true, 'Showtimes, this week', 'This week at Harbor'],
  ['de', 'Diese Woche', true, 'Spielzeiten, diese Woche', 'Harbor: diese Woche'],
  ['fr', 'Cette semaine', true, 'Séances, cette semaine', 'Harbor\u00a0: cette semaine'],
  ['es', 'Esta semana', true, 'Horarios, esta semana', 'Harbor: esta semana'],
  ['en', 'Sunday, Nov 22', false, 'Showtimes, Sunday, Nov 22', 'Sunday, Nov 22 at Harbor'],
  ['de', 'Sonntag, 22. Nov.', false, 'Spielzeiten, Sonntag, 22. Nov.', 'Harbor: Sonntag, 22. Nov.'],
  ['fr', 'Dimanche 22 nov.', false, 'Séances, dimanche 22 nov.', 'Harbor\u00a0: dimanche 22 nov.'],
])('LOCALE-01 in %s a heading writes %j (a week: %j) alike on both pages', (short, label, isWeek, all, theater) => {
  const messages = catalogOf(short);
  const page = { ...samplePage('aster-home'), messages };
  const { film, timetable } = messages;
  expect(dayHeading(page, film.showtimes, label, isWeek)).toBe(all);
  expect(dayHeading(page, ({ day }) => timetable.dayAt({ day, theater: 'Harbor' }), label, isWeek)).toBe(theater);
});

describe('a French page', () => {
  it('writes the next day and the heading’s day in lower case', () => {
    const markup = html('aster-showtimes-empty', (data) => {
      french(data);
      if (data.page.kind !== 'showtimes' || data.page.empty?.kind !== 'nextDay') throw new Error('another sample');
      data.page.dayLabel = 'Lundi 24 novembre';
      data.page.empty.next.label = 'Mardi 25 nov.';
    });
    expect(visibleText(/<h1>.*?<\/h1>/.exec(markup)?.[0] ?? '')).toBe('Séances, lundi 24 novembre');
    expect(visibleText(markup)).toContain('Prochaine séance : mardi 25 nov.');
  });

  it('writes the days in a film’s notes and in the label of its showtimes in lower case', () => {
    const markup = html('aster-film', (data) => {
      french(data);
      if (data.page.kind !== 'film') throw new Error('another sample');
      for (const theater of data.page.theaters) if (theater.next !== undefined) theater.next.label = 'Samedi 22 nov.';
      for (const day of data.page.days) day.label = 'Jeudi 20 novembre';
      data.page.empty = { kind: 'comingSoon', opens: 'Samedi 13 février' };
    });
    expect(visibleText(markup)).toContain('Prochaine séance : samedi 22 nov.');
    expect(visibleText(markup)).toContain('Sortie : samedi 13 février.');
    expect(markup).toContain('aria-label="Séances, jeudi 20 novembre"');
    // A day in the day bar is capitalized.
    expect(markup).toContain('title="Jeudi 20 novembre"');
  });

  it('writes the nearest day in lower case', () => {
    const markup = html('aster-showtimes-empty', (data) => {
      french(data);
      if (data.page.kind !== 'showtimes') throw new Error('another sample');
      data.page.empty = {
        kind: 'filtered',
        clearHref: '/',
        nearest: { text: 'Un film correspond samedi.', label: 'Samedi', href: '/' },
      };
    });
    expect(visibleText(markup)).toContain('Voir : samedi');
  });

  it('names a theater without a preposition, then the day', () => {
    const heading = (today: boolean, isWeek: boolean = false): string =>
      visibleText(
        /<h1>.*?<\/h1>/.exec(
          html('aster-theater', (data) => {
            french(data);
            if (data.page.kind !== 'theater') throw new Error('another sample');
            Object.assign(data.page, { name: 'Harbor', dayLabel: isWeek ? 'Cette semaine' : 'Samedi 22 novembre', today });
            if (isWeek) data.page.week = [];
          }),
        )?.[0] ?? '',
      );
    expect(heading(true)).toBe('Harbor : aujourd’hui');
    expect(heading(false)).toBe('Harbor : samedi 22 novembre');
    expect(heading(false, true)).toBe('Harbor : cette semaine');
  });
});
