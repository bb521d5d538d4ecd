// Made by `cargo xtask codegen` from marquee-model/src/settings/theme.rs: change it there.

export const BASE_COLORS = { dark: '#212020', darkAlt: '#4F4E4E', light: '#F7F7F7', lightAlt: '#DDDDDD' } as const;
