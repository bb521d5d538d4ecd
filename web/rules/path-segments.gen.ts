// Made by `cargo xtask codegen` from marquee-model/src/ticketing.rs: change it there.

/** Segments of external flows and fixed routes (ROUTE-17). */
export const PATH_SEGMENTS = {
  permalink: 'permalink',
  movies: 'movies',
  ticketing: 'ticketing',
  startTicketing: 'startticketing',
  launchTicketing: 'launch/ticketing',
  startConcessions: 'startconcessions',
  concessionsLanding: 'concessions/landing',
  giftCards: 'giftcards',
  physicalGiftCards: 'physicalgiftcards',
  giftMembership: 'giftmembership',
  vouchers: 'vouchers',
  signUp: 'signup',
  refund: 'refund',
  startSeasonPass: 'startseasonpass',
  loyaltyCredit: 'loyaltycredit',
  payReservation: 'payreservation',
  loyaltyUpgrade: 'loyalty/upgrade',
  cmsPreview: 'cms-preview',
} as const;

/** Endpoints of the server that redirect to the ticketing site (ROUTE-18). */
export const SERVER_REDIRECTS = {
  refund: 'api/refund/redirect',
  startTicketing: 'api/startticketing/redirect',
  launchTicketing: 'api/launch/ticketing/redirect',
  startConcessions: 'api/startconcessions/redirect',
} as const;
