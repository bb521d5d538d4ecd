import type { BlockView } from '@marquee/api/schema.gen.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { isPlainClick, isPreview } from '@marquee/ui/clicks.ts';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { type MouseEvent, useState } from 'react';
import { usePage } from '../../state/page.ts';
import css from './Outside.module.css';

type EmbedBlock = Extract<BlockView, { type: 'embed' }>;

/** A page of another site (PAGE-17). It loads when the visitor shows it; without scripts its link opens a new window. */
export function Embed({ id, block }: { id: string; block: EmbedBlock }) {
  const { messages } = usePage();
  const [isShown, setShown] = useState(false);
  const { title, url, host, notice, label } = block;
  const named = `${label}, ${title || host}`;
  const name = useHydrated() ? named : messages.common.opensInNewWindow({ label: named });
  const show = (event: MouseEvent): void => {
    if (!isPlainClick(event) || isPreview()) return;
    event.preventDefault();
    setShown(true);
  };
  return (
    <section className="wrap" aria-labelledby={title === '' ? undefined : id}>
      <div className={css.block}>
        {title === '' ? null : <h2 id={id}>{title}</h2>}
        {isShown ? (
          <Frame block={block} />
        ) : (
          <div className={css.offer}>
            <p>{notice}</p>
            <a
              className={buttonClass({ kind: 'line' })}
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={name}
              title={name}
              onClick={show}
            >
              {label}
            </a>
          </div>
        )}
      </div>
    </section>
  );
}

/** The link that had the focus is gone. */
const takeFocus = (frame: HTMLIFrameElement | null): void => frame?.focus();

/** The page in a frame, and a link to it, because it may refuse to be in one. */
function Frame({ block: { title, url, host, height } }: { block: EmbedBlock }) {
  const { messages } = usePage();
  // Scripts of the site's own origin could leave the sandbox.
  const isOther = new URL(url).origin !== location.origin;
  return (
    <>
      <iframe
        className={css.frame}
        src={url}
        title={title || host}
        height={height}
        ref={takeFocus}
        sandbox={`allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox${isOther ? ' allow-same-origin' : ''}`}
        allow="fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <p className="small">
        <Anchor link={{ label: host, href: url, external: true }} windowLabel={messages.common.opensInNewWindow} className="link" />
      </p>
    </>
  );
}
