import type { EditorVideo } from '@marquee/api/editor.gen.ts';
import { useInView } from './use-in-view.ts';

/** The first image of a video, loaded when it is in view. Browsers that show none without a time show that of the first instant. */
export function VideoStill({ video: { address } }: { readonly video: EditorVideo }) {
  const [box, isInView] = useInView<HTMLVideoElement>();
  return (
    <video
      ref={box}
      {...(isInView && { src: `${address}#t=0.001` })}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
