// The idempotency key of an order: repeated requests with the same id deduct points once (CALL-26).

/** 128 random bits in hex. `crypto.randomUUID` requires HTTPS, which a terminal in a theater may not have. */
export function requestId(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  return [...random(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
