// Whether the page is in a frame of another origin.

/** Whether the page is in a frame of another origin, where the site's cookies may be blocked. */
export function isFramed(): boolean {
  if (parent === window) return false;
  try {
    return parent.location.origin !== location.origin;
  } catch {
    return true;
  }
}
