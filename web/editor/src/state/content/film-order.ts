// Where the draft has the order of films and the hidden ones.

/** Ids of the films that come first, in order. */
export const ORDER_POINTER = '/site/config/movieOrderIndex';

/** Ids of the films that are never shown. */
export const HIDDEN_POINTER = '/site/config/globalExcludedMovieIds';
