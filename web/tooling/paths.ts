// Absolute paths of the folders that the build uses.

import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const WEB = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const ROOT = resolve(WEB, '..');
export const DIST = resolve(WEB, 'dist');
export const SITE = resolve(WEB, 'site/src');
export const LOCALES = resolve(ROOT, 'locales');
export const MESSAGES = resolve(SITE, 'messages');
export const EDITOR = resolve(WEB, 'editor');
export const EDITOR_MESSAGES = resolve(EDITOR, 'src/messages');
