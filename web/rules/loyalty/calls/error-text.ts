// What a failed loyalty call says to a member (area errors).

import { SENTENCES } from './sentences.gen.ts';

/** What an answer says of itself; nothing of it when there was no answer. */
export interface Answer {
  readonly peachCode?: number;
  readonly clientErrorMessage?: string;
}

/** How the site speaks. */
export interface Voice {
  readonly locale: keyof typeof SENTENCES;
  /** The loyalty provider, as the settings spell it. */
  readonly provider: string;
  /** `displayOriginalCypherMessages`: the service's own words are shown (ERR-01). */
  readonly original: boolean;
}

const SUFFIX: Readonly<Record<Voice['locale'], (code: number) => string>> = {
  en: (code) => ` (Code: ${code})`,
  fr: (code) => ` (Code\u00a0: ${code})`,
};

/** The message of an answer, else the caller's fallback; with the code, when there is one (ERR-02, ERR-03). */
export function errorText({ peachCode, clientErrorMessage = '' }: Answer, { locale, provider, original }: Voice, fallback: string): string {
  if (original && clientErrorMessage !== '') return clientErrorMessage;
  if (peachCode === undefined) return fallback;
  const sentences = SENTENCES[locale];
  const sentence = sentences.get(`${peachCode}_${provider}`) ?? sentences.get(`${peachCode}`) ?? fallback;
  return sentence + SUFFIX[locale](peachCode);
}
