import type { BlockView } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { CaptionTracks } from '@marquee/ui/VideoLink/CaptionTracks.tsx';
import { VideoLink } from '@marquee/ui/VideoLink/VideoLink.tsx';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './Outside.module.css';

/** A video behind its picture (PAGE-17). Nothing of it loads before it is played. */
export function Video({
  id,
  block: { title, label, video, picture },
  sizes,
}: {
  id: string;
  block: Extract<BlockView, { type: 'video' }>;
  /** Width of the picture, for the choice of its size. */
  sizes: string;
}) {
  const { site, messages } = usePage();
  const source = picture === undefined ? undefined : pictureSource(site.key, picture, 'wide');
  const name = title === '' ? label : `${label}, ${title}`;
  return (
    <section className="wrap" aria-labelledby={title === '' ? undefined : id}>
      <div className={css.block}>
        {title === '' ? null : <h2 id={id}>{title}</h2>}
        <div className={cx(css.stage, source === undefined && css.blank)}>
          {source === undefined ? null : <Picture className={css.picture} source={source} sizes={sizes} alt="" />}
          {video.file ? (
            // A file plays on the page without scripts, with its captions; the link would open it without them.
            <noscript>
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- their number differs */}
              <video
                className={css.player}
                src={video.embed}
                poster={source?.src}
                aria-label={name}
                controls
                preload="none"
                playsInline
              >
                <CaptionTracks video={video} />
              </video>
            </noscript>
          ) : null}
          <VideoLink
            video={video}
            title={title || label}
            label={name}
            windowLabel={messages.common.opensInNewWindow({ label: name })}
            closeLabel={messages.common.close()}
            className={cx(buttonClass({ size: 'l' }), css.play)}
          >
            <Icon name="play" filled />
            {label}
          </VideoLink>
        </div>
      </div>
    </section>
  );
}
