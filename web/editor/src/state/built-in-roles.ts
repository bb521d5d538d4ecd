/** The roles that every site has. */
export const BUILT_IN_ROLES = ['owner', 'editor', 'program', 'boxOffice', 'technical', 'viewer'] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** Whether a key names a role that every site has. */
export const isBuiltIn = (key: string): key is BuiltInRole => BUILT_IN_ROLES.some((role) => role === key);
