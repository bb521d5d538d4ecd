import type { BlockView } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { type MouseEvent, useState } from 'react';
import { usePage } from '../../state/page.ts';
import css from './Outside.module.css';

/** A page of another site (PAGE-17). It loads when the visitor shows it; without scripts its link opens a new window. */
export function Embed({ id, block: { title, url, host, height } }: { id: string; block: Extract<BlockView, { type: 'embed' }> }) {
  const { messages } = usePage();
  const [isShown, setShown] = useState(false);
  const words = messages.content;
  const label = `${words.showContent()}, ${title}`;
  const name = useHydrated() ? label : messages.common.opensInNewWindow({ label });
  const show = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setShown(true);
  };
  return (
    <section className="wrap" aria-labelledby={id}>
      <div className={css.block}>
        <h2 id={id}>{title}</h2>
        {isShown ? (
          <iframe
            className={css.frame}
            src={url}
            title={title}
            height={height}
            // The link that had the focus is gone.
            ref={(frame) => frame?.focus()}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the page has another origin, so it cannot remove the sandbox
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
            allow="fullscreen"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <div className={css.offer}>
            <p>{words.embedNotice({ host })}</p>
            <a
              className={buttonClass({ kind: 'line' })}
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={name}
              title={name}
              onClick={show}
            >
              {words.showContent()}
            </a>
          </div>
        )}
      </div>
    </section>
  );
}
