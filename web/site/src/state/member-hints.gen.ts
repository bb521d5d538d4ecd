// Made by `cargo xtask codegen` from marquee-model/src/secret_parameters.rs: change it there.

export const MEMBER_HINTS = /loyaltyState|[?&](return|token|userSessionId|email|resetCode|uid)/;
