import { Button } from '@marquee/ui/Button/Button.tsx';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import type { ReactNode } from 'react';
import { useLater } from '../../state/later.tsx';
import css from './States.module.css';

/** There is nothing yet, and what is nearest to it. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={css.empty}>
      <p className={css.title}>{title}</p>
      <p className="quiet small">{text}</p>
      {children}
    </div>
  );
}

/** It could not be had, and why; without a text only that it can be asked for again. */
export function Failed({ text, label, retry }: { text?: string | undefined; label?: string; retry: () => void }) {
  const { mine } = useLater();
  return (
    <div className={css.failed}>
      {text === undefined ? null : <Message kind="error">{text}</Message>}
      <Button kind="line" size="s" icon={<Icon name="refresh" />} onClick={retry}>
        {label ?? mine.retry()}
      </Button>
    </div>
  );
}

const SHAPES = { rows: css.rows, posters: css.posters } as const;

/** The boxes of what is on its way. Seen after 200 ms only, so that a quick answer does not flicker (ux 8). */
export function Waiting({ shape, count }: { shape: keyof typeof SHAPES; count: number }) {
  const { common } = useLater();
  return (
    <div className={css.waiting}>
      <p className="sr">{common.loading()}</p>
      <div className={SHAPES[shape]} aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          <div key={place}>
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  );
}
