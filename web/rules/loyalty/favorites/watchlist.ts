// A member's watchlist (area watchlist).

import type { FromService } from '@marquee/api/call.ts';
import type { FilmsResponse } from '@marquee/api/loyalty/types.gen.ts';

/** A response with films; `productIds` come from some services instead, or as a bare list (WATCH-03). */
export type WatchlistResponse = FromService<FilmsResponse & { readonly productIds: readonly string[] }>;

/** The film ids of a response: `externalFilmIds`, else the product ids (WATCH-02, WATCH-03). */
export const filmIds = ({ externalFilmIds, productIds }: WatchlistResponse): readonly string[] =>
  externalFilmIds ?? productIds ?? [];
