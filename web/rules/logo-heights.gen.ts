// Made by `cargo xtask codegen` from marquee-model/src/settings/record.rs: change it there.

export const LOGO_HEIGHTS = { min: 24, max: 64, SMALL: 28, MEDIUM: 36, LARGE: 48 } as const;
