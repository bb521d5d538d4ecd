// The roles that every site has, and the permissions that roles of a site can have.

/** The roles that every site has. */
export const BUILT_IN_ROLES = ['owner', 'editor', 'program', 'boxOffice', 'technical', 'viewer'] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** The permissions that a person chooses for a role of the site. Every role has `read`. */
export const CHOSEN_PERMISSIONS = [
  'editProgram',
  'alerts',
  'editSite',
  'editSettings',
  'publish',
  'members',
  'adjustPoints',
  'exportMembers',
  'keys',
  'people',
] as const;
export type ChosenPermission = (typeof CHOSEN_PERMISSIONS)[number];

/** Those that need `members`, as on the server. */
export const OF_MEMBERS: readonly ChosenPermission[] = ['adjustPoints', 'exportMembers'];

/** Whether a key names a role that every site has. */
export const isBuiltIn = (key: string): key is BuiltInRole => BUILT_IN_ROLES.some((role) => role === key);

/** Points that a new role or key adjusts at once, unless another number is typed. */
export const DEFAULT_POINTS = 500;
/** Largest adjustment, and largest limit of a role or key, as on the server. */
export const MAX_POINTS = 1_000_000_000;
