export interface Video {
  /** The link's target without scripts. */
  href: string;
  /** The address of the player or of the file. */
  embed: string;
  /** Whether `embed` is a video file; else it is the page of a player. */
  file: boolean;
  /** The captions of a file, by language. */
  captions?: readonly { locale: string; label: string; href: string }[];
}
