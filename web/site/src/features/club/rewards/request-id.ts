// The id of a request: the same one never takes points twice (CALL-26).

/** 128 random bits. `crypto.randomUUID` is only there on https, and a theater's screen may be on plain http. */
export function requestId(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes)): string {
  return [...random(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
