// Made by `cargo xtask codegen` from marquee-model/src/catalog/showtime.rs, marquee-api/src/page/search.rs and
// marquee-api/src/loyalty.rs: change it there.

export const UNKNOWN_RUNTIME = 100;
export const MAX_SEARCH_LENGTH = 100;
export const CYPHER_PATH = '/api/cypher';
export const STATE_COOKIE = 'loyaltyState';
export const SESSION_MODE_HEADER = 'Boxoffice-Session-Mode';
export const COOKIE_MODE = 'cookie';
export const SESSION_TOKEN_HEADER = 'Boxoffice-Session-Token';
export const REFRESH_TOKEN_HEADER = 'Boxoffice-Refresh-Session-Token';
export const FRAME_HEADER = 'Boxoffice-Frame';
