/** Loads the view of new members. Few visitors join, so it is not part of the form. */
export const loadWelcome = async () => ({ default: (await import('./Welcome.tsx')).Welcome });
