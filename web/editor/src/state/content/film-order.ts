// Where the draft has the order of films and the hidden ones.

/** Ids of the films that come first, in order. */
export const ORDER_POINTER = '/site/config/movieOrderIndex';

/** Ids of the films that are never shown. */
export const HIDDEN_POINTER = '/site/config/globalExcludedMovieIds';

/** Whether films without a fixed place come by their number of shows. */
export const BY_SHOWS_POINTER = '/site/config/options/orderByShows';
