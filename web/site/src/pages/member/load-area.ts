/** Loads the member's view. Called as soon as a session is likely. */
export const loadArea = async () => ({ default: (await import('./AreaBody.tsx')).AreaBody });
