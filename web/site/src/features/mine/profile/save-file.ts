/** How long the browser may take to begin with a file, in ms. */
const TAKES_MS = 60_000;

/** Has the browser save a text as a file. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TAKES_MS);
}
