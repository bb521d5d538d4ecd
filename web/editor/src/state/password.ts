/** Minimum length of an operator's password in characters (security 2.8). */
export const PASSWORD_LENGTH = 15;
