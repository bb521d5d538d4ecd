// Made by `cargo xtask codegen` from marquee-model/src/catalog/showtime.rs: change it there.

export const UNKNOWN_RUNTIME = 100;
