import type { PageData } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { attribute, html, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';

/** The accessibility marks in the film's head for the given attribute keys: `svg` for an icon, else the name. */
const marks = (...access: string[]): string[] => {
  const markup = html('meridian-film', (data: PageData) => {
    if (data.page.kind !== 'film') return;
    data.page.access = access;
    for (const key of access)
      data.attributes[key] ??= {
        short: key.split('.').at(-1)?.slice(0, 3).toUpperCase() ?? '',
        label: `Name of ${key}`,
        group: 'access',
      };
  });
  const [, inner = ''] =
    /<span class="[^"]*" title="[^"]*"><span class="sr">[^<]*<\/span>(.*?)<\/span><\/div>|$/s.exec(markup) ?? [];
  return [...inner.matchAll(/<svg.*?<\/svg>|<span class="[^"]*" aria-hidden="true">([^<]*)<\/span>/gs)].map(
    (match) => match[1] ?? 'svg',
  );
};

describe('the accessibility of a film', () => {
  it('is an icon if there is a well-known one, else text', () => {
    expect(
      marks(
        'Showtime.Accessibility.OpenCaption',
        'Showtime.Accessibility.AudioDescription',
        'Showtime.Accessibility.Wheelchair',
        'Showtime.Accessibility.Relaxed',
        'Showtime.Accessibility.DementiaFriendly',
        'Showtime.Accessibility.HardOfHearing',
        'Showtime.Restriction.BabyClub',
      ),
    ).toEqual([
      'svg',
      'svg',
      'svg',
      'Name of Showtime.Accessibility.Relaxed',
      'Name of Showtime.Accessibility.DementiaFriendly',
      'Name of Showtime.Accessibility.HardOfHearing',
      'Name of Showtime.Restriction.BabyClub',
    ]);
  });

  it('looks 14 has a name after every icon', () => {
    const markup = html('meridian-film', (data) => {
      if (data.page.kind === 'film')
        data.page.access = [
          'Showtime.Accessibility.OpenCaption',
          'Showtime.Accessibility.ClosedCaption',
          'Showtime.Accessibility.Relaxed',
        ];
      data.attributes['Showtime.Accessibility.ClosedCaption'] = { short: 'CC', label: 'Closed captions', group: 'access' };
      data.attributes['Showtime.Accessibility.Relaxed'] = { short: 'RLX', label: 'Relaxed', group: 'access' };
    });
    const texts = [...markup.matchAll(/<span class="[^"]*" aria-hidden="true">(<svg.*?<\/svg>)?([^<]*)<\/span>/gs)].map(
      ([, icon, name]) => [icon !== undefined, name],
    );
    expect(texts).toEqual([
      [true, 'Open captions'],
      [true, 'Closed captions'],
      [false, 'Relaxed'],
    ]);
  });
});

describe('the versions of a film', () => {
  const details = (name: string, languages: string[]): string =>
    visibleText(
      /<h[23]>Original version<\/h[23]><p[^>]*>[^<]*<\/p>/.exec(
        html(name, (data) => {
          if (data.page.kind === 'film') data.page.languages = languages;
        }),
      )?.[0] ?? '',
    );

  it.each([
    [['Spanish', 'Quechua'], 'Original version Spanish and Quechua, English subtitles'],
    [['French'], 'Original version French, English subtitles'],
    [['French', 'Breton', 'Latin'], 'Original version French, Breton and Latin, English subtitles'],
    [[], 'Original version English subtitles'],
  ])('the original version names its languages %j', (languages, text) => {
    expect(details('meridian-film', languages)).toBe(text);
  });

  it('on a circuit’s site they are not repeated for each theater', () => {
    expect(details('aster-film', ['French'])).toBe('Original version English subtitles');
  });
});

describe('the calendar', () => {
  it('is a link to the film’s file before scripts run', () => {
    const link = tags(html('meridian-film'), 'a').find((tag) => attribute(tag, 'href') === '/api/calendar/film/318204.ics');
    expect(link).toBeDefined();
    expect(attribute(link ?? '', 'target')).toBeUndefined();
  });
});
