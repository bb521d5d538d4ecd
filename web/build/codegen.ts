// `npm run codegen`: files of the web folders that are made from other files.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue, typesOf } from './messages.ts';
import { MESSAGES } from './paths.ts';

writeFileSync(join(MESSAGES, 'messages.gen.ts'), typesOf(readCatalogue(MESSAGES, 'en')));
