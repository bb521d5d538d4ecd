// The known query parameters, and which of them are personal. Separate from query.ts, because most pages need none of them.

import { SECRET_PARAMETERS } from './secret-parameters.gen.ts';

/** The query parameters that are secret, name a destination or have what a visitor typed (PAGE-07), in lower case. */
const PERSONAL: ReadonlySet<string> = new Set([...SECRET_PARAMETERS, 'return', 'requestData'].map((name) => name.toLowerCase()));

/** Whether a parameter may identify a person, grant access or name their destination; the case of its name does not matter. */
export const isPersonal = (name: string): boolean => PERSONAL.has(name.toLowerCase());
