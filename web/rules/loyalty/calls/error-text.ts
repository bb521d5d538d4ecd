// The text of a failed loyalty call (area errors).

import { SENTENCES } from './sentences.gen.ts';

/** The code and the message of an answer; absent without an answer. */
export interface ErrorAnswer {
  readonly peachCode?: number;
  readonly clientErrorMessage?: string;
}

/** The settings of error texts. */
export interface ErrorTextSettings {
  readonly locale: keyof typeof SENTENCES;
  /** The loyalty provider, as the settings spell it. */
  readonly provider: string;
  /** `displayOriginalCypherMessages`: whether the service's own message is shown (ERR-01). */
  readonly original: boolean;
}

const SUFFIX: Readonly<Record<ErrorTextSettings['locale'], (code: number) => string>> = {
  en: (code) => ` (Code: ${code})`,
  fr: (code) => ` (Code\u00a0: ${code})`,
};

/** The message of an answer, else the caller's fallback, followed by the code if there is one (ERR-02, ERR-03). */
export function errorText({ peachCode, clientErrorMessage = '' }: ErrorAnswer, { locale, provider, original }: ErrorTextSettings, fallback: string): string {
  if (original && clientErrorMessage !== '') return clientErrorMessage;
  if (peachCode === undefined) return fallback;
  const sentences = SENTENCES[locale];
  const sentence = sentences.get(`${peachCode}_${provider}`) ?? sentences.get(`${peachCode}`) ?? fallback;
  return sentence + SUFFIX[locale](peachCode);
}
