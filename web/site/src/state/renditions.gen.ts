// Made by `cargo xtask codegen` from marquee-media/src/options.rs: change it there.

export type RenditionWidth = 160 | 240 | 320 | 480 | 640 | 960 | 1280 | 1600 | 2000;

/** The empty text stands for the whole picture. */
export type RenditionCrop = '' | '-2x3' | '-16x9' | '-3x1' | '-16x10';
