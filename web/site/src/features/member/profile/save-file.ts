/** Time until the object URL is revoked, in ms: the browser must have started the download by then. */
const REVOKE_DELAY_MS = 60_000;

/** Downloads a text as a file. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
