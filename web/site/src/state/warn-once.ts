const warned = new Set<string>();

/** Logs a warning for the operator, each message once per page (LOYC-18). */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  // oxlint-disable-next-line no-console -- LOYC-18 requires it
  console.warn(message);
}
