// A test issuer of passes for Google Wallet, with its own signing key. It reads the token that the browser sends to the wallet.

import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const EMAIL = 'passes@demo.example';
const SAVE_URL = 'https://pay.google.com/gp/v/save/';

/** The claims of a token that the tests check. `payload` has the passes by type. */
export interface Claims {
  readonly origins: readonly string[];
  readonly payload: Record<string, readonly Record<string, unknown>[] | undefined>;
}

export interface PassIssuer {
  /** Flags for a demo server that signs passes with this issuer's key. */
  readonly flags: readonly string[];
  /** Runs `save`, which must lead to the wallet. Verifies the token in the request to the wallet, and returns its claims. */
  savedClaims(context: BrowserContext, save: () => Promise<void>): Promise<Claims>;
  stop(): void;
}

export function newPassIssuer(): PassIssuer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = mkdtempSync(join(tmpdir(), 'marquee-issuer-'));
  const file = join(folder, 'key.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const verifyToken = (token: string): Claims => {
    const [header = '', body = '', signature = ''] = token.split('.');
    const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    assert.deepEqual(json(header), { typ: 'JWT', alg: 'RS256', kid: 'key-1' });
    assert.equal(
      verify('RSA-SHA256', Buffer.from(`${header}.${body}`), publicKey, Buffer.from(signature, 'base64url')),
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
    async savedClaims(context, save) {
      await context.route(`${SAVE_URL}**`, (route) => route.fulfill({ body: 'Saved', contentType: 'text/plain' }));
      const saveRequest = context.waitForEvent('request', (request) => request.url().startsWith(SAVE_URL));
      await save();
      return verifyToken((await saveRequest).url().slice(SAVE_URL.length));
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}
