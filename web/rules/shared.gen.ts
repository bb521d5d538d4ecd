// Made by `cargo xtask codegen` from marquee-model/src/catalog/showtime.rs, marquee-api/src/page/search.rs and
// marquee-api/src/loyalty.rs: change it there.

export const UNKNOWN_RUNTIME = 100;
export const MAX_SEARCH_LENGTH = 100;
export const CYPHER_PATH = '/api/cypher';
export const STATE_COOKIE = 'loyaltyState';
