// The picture of a page that is preloaded, and the widths at which it is shown.

import type { PageData, Picture, PicturePreload } from '@marquee/api/schema.gen.ts';
import { pictureSource, type PictureUse } from './media.ts';

export interface LeadPicture {
  picture: Picture;
  use: PictureUse;
  sizes: string;
}

/** `sizes` of a poster on a card. */
export const POSTER_SIZES =
  '(min-width: 1600px) 220px, (min-width: 1280px) 205px, (min-width: 768px) 232px, (min-width: 640px) 191px, 88px';
/** `sizes` of an event's picture. */
export const EVENT_SIZES =
  '(min-width: 1600px) 345px, (min-width: 1280px) 265px, (min-width: 1024px) 208px, (min-width: 385px) 300px, 78vw';

/** `sizes` of a hero from edge to edge. On phones it is cropped and under a scrim, so 640 px are enough. */
const BLEED_HERO = '(min-width: 768px) 100vw, 640px';
const BOXED_HERO =
  '(min-width: 1600px) 812px, (min-width: 1280px) 625px, (min-width: 1024px) 492px, (min-width: 768px) 744px, (min-width: 640px) 620px, calc(100vw - 40px)';
const BOXED = '(min-width: 1600px) 1440px, (min-width: 1280px) 1120px, (min-width: 1024px) 892px, (min-width: 768px) 744px, 100vw';

/** The hero's picture: from edge to edge if content has no rounded corners, else in the content column. */
export function heroPicture(page: PageData, picture: Picture): LeadPicture {
  const bleed = page.site.theme.roundContent === 'NONE';
  return { picture, use: bleed ? 'bleed' : 'wide', sizes: bleed ? BLEED_HERO : BOXED_HERO };
}

/** The wide picture of a film, an event or a theater. */
export function backdropPicture(page: PageData, picture: Picture): LeadPicture {
  return { picture, use: 'wide', sizes: page.site.theme.roundContent === 'NONE' ? '100vw' : BOXED };
}

/** The page's lead picture; undefined on pages that begin with text. */
function leadPicture(page: PageData): LeadPicture | undefined {
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

/** The picture that the document's head preloads. */
export function preloadOf(page: PageData): PicturePreload | undefined {
  const lead = leadPicture(page);
  if (lead === undefined) return undefined;
  return { srcset: pictureSource(page.site.key, lead.picture, lead.use).avif, sizes: lead.sizes };
}
