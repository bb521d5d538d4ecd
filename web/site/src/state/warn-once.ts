// What whoever runs the site should know, once a page (LOYC-18).

const told = new Set<string>();

export function warnOnce(message: string): void {
  if (told.has(message)) return;
  told.add(message);
  // oxlint-disable-next-line no-console -- LOYC-18 asks for it
  console.warn(message);
}
