// `npm run codegen`: writes the generated files of the web folders.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestModule, measureAll } from './fonts.ts';
import { editorTypesModule, typesModule } from './messages.ts';
import { EDITOR_MESSAGES, LOCALES, MESSAGES, WEB } from './paths.ts';

writeFileSync(join(MESSAGES, 'messages.gen.ts'), typesModule(LOCALES));
writeFileSync(join(EDITOR_MESSAGES, 'messages.gen.ts'), editorTypesModule(LOCALES));
writeFileSync(join(WEB, 'rules/theme/fonts.gen.ts'), manifestModule(measureAll()));
