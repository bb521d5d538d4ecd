import type { Video } from './video.ts';

/** The captions of a video file, for the menu of the browser's player. */
export const CaptionTracks = ({ video: { captions } }: { video: Pick<Video, 'captions'> }) =>
  captions?.map(({ locale, label, href }) => <track key={href} kind="captions" src={href} srcLang={locale} label={label} />);
