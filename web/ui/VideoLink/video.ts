export interface Video {
  /** Where the link leads without scripts. */
  href: string;
  /** The address of the player or of the file. */
  embed: string;
  /** Whether `embed` is a file. */
  file: boolean;
}
