/** What members see. Asked for as soon as it is likely that somebody is signed in. */
export const loadArea = async () => ({ default: (await import('./AreaBody.tsx')).AreaBody });
