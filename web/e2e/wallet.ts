// Who signs passes for Google's wallet, for tests: an issuer with a key of its own, and what a browser brings to the wallet.

import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const EMAIL = 'passes@demo.example';
const SAVE = 'https://pay.google.com/gp/v/save/';

/** What a token says: who signed it for whom, and the passes in it. */
export interface Claims {
  readonly origins: readonly string[];
  readonly payload: Record<string, readonly Record<string, unknown>[] | undefined>;
}

export interface Issuer {
  /** The flags of a demo that signs passes with the issuer's key. */
  readonly flags: readonly string[];
  /** Does what leads to the wallet, and reads the token that is saved there. Its signature is the issuer's. */
  saved(context: BrowserContext, save: () => Promise<void>): Promise<Claims>;
  stop(): void;
}

export function newIssuer(): Issuer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = mkdtempSync(join(tmpdir(), 'marquee-issuer-'));
  const file = join(folder, 'key.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const read = (token: string): Claims => {
    const [head = '', body = '', signature = ''] = token.split('.');
    const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    assert.deepEqual(json(head), { typ: 'JWT', alg: 'RS256', kid: 'key-1' });
    assert.equal(
      verify('RSA-SHA256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url')),
      true,
      'the signature is the issuer’s',
    );
    const claims = json(body);
    assert.deepEqual([claims.iss, claims.aud, claims.typ], [EMAIL, 'google', 'savetowallet']);
    return claims;
  };
  return {
    flags: [
      '--wallet-google-issuer-id',
      '3388000000000000001',
      '--wallet-google-email',
      EMAIL,
      '--wallet-google-key-id',
      'key-1',
      '--wallet-google-key-file',
      file,
    ],
    async saved(context, save) {
      await context.route(`${SAVE}**`, (route) => route.fulfill({ body: 'Saved', contentType: 'text/plain' }));
      const asked = context.waitForEvent('request', (request) => request.url().startsWith(SAVE));
      await save();
      return read((await asked).url().slice(SAVE.length));
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}
