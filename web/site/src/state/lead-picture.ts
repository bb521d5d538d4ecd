// The one picture of a page that loads first: which it is, and how wide it stands.

import type { PageData, Picture, PicturePreload } from '@marquee/api/schema.gen.ts';
import { pictureSource, type Use } from './media.ts';

export interface LeadPicture {
  picture: Picture;
  use: Use;
  sizes: string;
}

/** Width of a poster on a card, by breakpoint. */
export const POSTER_SIZES = '(min-width: 1600px) 220px, (min-width: 1280px) 205px, (min-width: 768px) 232px, (min-width: 640px) 191px, 88px';
/** Width of an event's picture. */
export const EVENT_SIZES = '(min-width: 1600px) 345px, (min-width: 1280px) 265px, (min-width: 1024px) 208px, (min-width: 385px) 300px, 78vw';

/** The hero runs from edge to edge; on a phone a part of it is seen, which 640 px fill well enough under the scrim. */
const BLEED_HERO = '(min-width: 768px) 100vw, 640px';
const BOXED_HERO =
  '(min-width: 1600px) 812px, (min-width: 1280px) 625px, (min-width: 1024px) 492px, (min-width: 768px) 744px, (min-width: 640px) 620px, calc(100vw - 40px)';
const BOXED = '(min-width: 1600px) 1440px, (min-width: 1280px) 1120px, (min-width: 1024px) 892px, (min-width: 768px) 744px, 100vw';

/** The hero's picture: from edge to edge without content roundness, in the column with it. */
export function heroPicture(page: PageData, picture: Picture): LeadPicture {
  const bleed = page.site.theme.roundContent === 'NONE';
  return { picture, use: bleed ? 'bleed' : 'wide', sizes: bleed ? BLEED_HERO : BOXED_HERO };
}

/** The wide picture of a film, an event or a theater. */
export function backdropPicture(page: PageData, picture: Picture): LeadPicture {
  return { picture, use: 'wide', sizes: page.site.theme.roundContent === 'NONE' ? '100vw' : BOXED };
}

/** The page's lead picture; nothing on pages that open with words. */
export function leadPicture(page: PageData): LeadPicture | undefined {
  const body = page.page;
  switch (body.kind) {
    case 'list': {
      if (body.hero?.picture !== undefined) return heroPicture(page, body.hero.picture);
      const poster = body.hero === undefined ? body.films[0]?.film.poster : undefined;
      return poster === undefined ? undefined : { picture: poster, use: 'poster', sizes: POSTER_SIZES };
    }
    case 'film':
      return body.backdrop === undefined ? undefined : backdropPicture(page, body.backdrop);
    case 'event':
      return body.event.picture === undefined ? undefined : backdropPicture(page, body.event.picture);
    case 'theaters':
    case 'theater':
    case 'events':
    case 'showtimes':
    case 'content':
    case 'error':
    case 'offline':
      return undefined;
  }
}

/** What the document's head preloads. */
export function preloadOf(page: PageData): PicturePreload | undefined {
  const lead = leadPicture(page);
  if (lead === undefined) return undefined;
  return { srcset: pictureSource(page.site.key, lead.picture, lead.use).avif, sizes: lead.sizes };
}
