/** Loads the rules of phone numbers (phone.ts). Resolves to undefined if they cannot be loaded, and on the server, whose bundle does not contain them. */
export const phoneRules = () => (import.meta.env.SSR ? Promise.resolve(undefined) : import('./phone.ts').catch(() => undefined));

/** A number in international form, undefined if empty or invalid. Loads the rules unless the text is empty. */
export async function parsePhoneNumber(
  text: string,
  country: string,
): Promise<{ readonly phoneNumber: string | undefined } | 'unreachable'> {
  if (text.trim() === '') return { phoneNumber: undefined };
  const rules = await phoneRules();
  return rules === undefined ? 'unreachable' : { phoneNumber: rules.phoneNumber(text, country) };
}
