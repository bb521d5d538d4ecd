// Made by `cargo xtask codegen` from marquee-model/src/email.rs: change it there.

export const EMAIL_PATTERN = /^[^\s@\/:?#]+@[^\s@\/:?#]+\.\p{L}+$/u;
