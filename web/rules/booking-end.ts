const MINUTE_MS = 60_000;

/** Whether a show can no longer be booked at the time `now` in ms: `late` minutes after its start, given in ISO 8601 (CONST-01). */
export const bookingHasEnded = (start: string, late: number, now: number): boolean => now > Date.parse(start) + late * MINUTE_MS;
