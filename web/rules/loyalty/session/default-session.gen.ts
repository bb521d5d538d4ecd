// Made by `cargo xtask codegen` from marquee-model/src/settings/loyalty.rs: change it there.

export const DEFAULT_SESSION_HOURS = 720;
