// Passkeys in the browser (Web Authentication): answers to the challenges of the server.

import type { PasskeyAnswer, PasskeyChallenge } from '@marquee/api/editor.gen.ts';
import { ApiError, call } from './api/client.ts';
import { errorText } from './errors.ts';
import type { EditorMessages } from './messages.ts';

/** Whether this browser offers passkeys on this page. It needs a host name, and the methods for JSON (2025). */
export function offersPasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return (
    isSecureContext && !isAddress && 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Whether the browser can offer passkeys in the list of a field. */
async function offersPasskeysInFields(): Promise<boolean> {
  return offersPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable()) === true;
}

/** Has the browser answer a challenge. Throws a `DOMException` if the person cancels. */
async function answer({ id, ceremony, publicKey }: PasskeyChallenge, options: CredentialRequestOptions): Promise<PasskeyAnswer> {
  const credential = await (ceremony === 'create'
    ? navigator.credentials.create({
        // oxlint-disable-next-line consistent-type-assertions -- the browser checks it
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as PublicKeyCredentialCreationOptionsJSON),
      })
    : navigator.credentials.get({
        ...options,
        // oxlint-disable-next-line consistent-type-assertions -- the browser checks it
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as PublicKeyCredentialRequestOptionsJSON),
      }));
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no credential', 'NotAllowedError');
  const json: unknown = credential.toJSON();
  return { id, credential: json };
}

/** Requests a challenge, and has the browser answer it in its own dialog. */
export async function answerWithPasskey(path: string, body?: unknown): Promise<PasskeyAnswer> {
  return answer(await call<PasskeyChallenge>('POST', path, body), {});
}

/** How long one challenge is offered in a field, in ms: less than it is valid. */
const FIELD_MS = 4 * 60_000;

/** Offers passkeys in the list of the field of the user name, until one signs in, the person declines, or `end` is aborted. */
export async function offerPasskeysInField(
  path: string,
  end: AbortSignal,
  finish: (chosen: PasskeyAnswer) => Promise<void>,
  onError: (failure: unknown) => void,
): Promise<void> {
  if (!(await offersPasskeysInFields())) return;
  while (!end.aborted) {
    const timeout = AbortSignal.timeout(FIELD_MS);
    try {
      const challenge = await call<PasskeyChallenge>('POST', path);
      const chosen = await answer(challenge, { mediation: 'conditional', signal: AbortSignal.any([end, timeout]) });
      await finish(chosen);
      return;
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 401) onError(failure);
      else if (!timeout.aborted) return;
    }
  }
}

/** Whether the browser ended a ceremony: the person canceled it, or another one began. */
const isCanceled = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** What a failed ceremony means for the operator. */
export function passkeyErrorText(error: unknown, messages: EditorMessages): string {
  const { passkeys, signIn } = messages;
  if (isCanceled(error)) return passkeys.canceled();
  if (error instanceof DOMException) return error.name === 'InvalidStateError' ? passkeys.exists() : passkeys.failed();
  if (!(error instanceof ApiError)) return errorText(error, messages);
  if (error.status === 401 || error.code === 'credentials') return signIn.wrongPasskey();
  const words: Readonly<Record<string, string>> = {
    passkeyRejected: passkeys.failed(),
    passkeyExists: passkeys.exists(),
    tooManyPasskeys: passkeys.full(),
    lastSignIn: passkeys.last(),
  };
  return words[error.code] ?? errorText(error, messages);
}
