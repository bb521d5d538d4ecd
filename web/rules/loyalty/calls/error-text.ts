// The text of a failed loyalty call (area errors).

/** The code and the message of a response; absent without a response. */
export interface CallError {
  readonly peachCode?: number;
  readonly clientErrorMessage?: string;
}

/** The texts of failed calls in the page's language. */
export interface ErrorTexts {
  /** Messages by `{peachCode}` or `{peachCode}_{loyaltyProvider}` (ERR-02). */
  readonly codes: Readonly<Record<string, (() => string) | undefined>>;
  /** Adds the code to a message (ERR-03). */
  readonly withCode: (values: { readonly text: string; readonly code: number }) => string;
  /** The texts of a failed read of the favorite theaters (ERR-24). */
  readonly theaters: () => string;
  readonly theatersDetail: () => string;
}

/** The settings of error texts. */
export interface ErrorTextSettings {
  readonly texts: ErrorTexts;
  /** The loyalty provider's value in the settings, such as `BOOST_POS`; a part of the keys of `codes`. */
  readonly provider: string;
  /** `displayOriginalCypherMessages`: whether the service's own message is shown (ERR-01). */
  readonly original: boolean;
}

/**
 * The message of a response, else the caller's fallback, followed by the code if there is one (ERR-02, ERR-03). The server chooses the same
 * message for a code; the tests of both use fixtures/errors/texts.json.
 */
export function errorText(
  { peachCode, clientErrorMessage = '' }: CallError,
  { texts, provider, original }: ErrorTextSettings,
  fallback: string,
): string {
  if (original && clientErrorMessage !== '') return clientErrorMessage;
  if (peachCode === undefined) return fallback;
  const text = texts.codes[`${peachCode}_${provider}`] ?? texts.codes[`${peachCode}`];
  return texts.withCode({ text: text?.() ?? fallback, code: peachCode });
}
