import type { EditorFeed, FeedLoss, FeedRun } from '@marquee/api/editor.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Card, VisuallyHidden } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { type Cause, causesOf, isSuspicious } from '../../state/feeds/health.ts';
import { feedPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import styles from './Feeds.module.css';

/** What may have happened: a guess, and the facts that speak for it. */
export function Happened({
  feed: { name },
  run,
  loss,
}: {
  readonly feed: EditorFeed;
  readonly run: FeedRun;
  readonly loss: FeedLoss;
}) {
  const { feeds: words } = useMessages();
  const textOf = useCauseText(name);
  const guess =
    loss.nothingFrom !== undefined
      ? words.happenedDays({ name })
      : loss.theaters.length > 0
        ? words.happenedTheaters({ name })
        : words.happenedMany({ name });
  return (
    <Card title={words.happened()}>
      <div className={styles['text']}>
        <p>{guess}</p>
        <ul className={styles['causes']}>
          {causesOf(run, loss).map((cause) => (
            <li key={textOf(cause)} className={cx(isSuspicious(cause) && styles['suspicious'])}>
              <Icon name={isSuspicious(cause) ? 'close' : 'check'} small />
              <span>
                <VisuallyHidden>{isSuspicious(cause) ? words.wrong() : words.right()}: </VisuallyHidden>
                {textOf(cause)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** The words of a fact; `feed` is the name of the feed. */
function useCauseText(feed: string): (cause: Cause) => string {
  const { feeds: words } = useMessages();
  const { duration, date, number } = useFormats();
  return (cause) => {
    switch (cause.kind) {
      case 'responded':
        return words.causes.responded({ name: feed, duration: duration(cause.seconds) });
      case 'same':
        return words.causes.same({ count: cause.count });
      case 'nothingFrom':
        return words.causes.nothingFrom({ day: date(cause.day) });
      case 'theater':
        return words.causes.theater({ name: cause.name, gone: number(cause.gone), before: number(cause.before) });
    }
  };
}

/** What can be done with a held run beside the two buttons of the title. */
export function Choices({
  feed,
  mayDecide,
  isBusy,
  onApply,
}: {
  readonly feed: EditorFeed;
  readonly mayDecide: boolean;
  readonly isBusy: boolean;
  readonly onApply: () => void;
}) {
  const { feeds: words } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  return (
    <Card title={words.choices()}>
      <div className={styles['setting']}>
        <div>
          <h3>{words.keep()}</h3>
          <p>{words.keepText()}</p>
        </div>
      </div>
      <div className={styles['setting']}>
        <div>
          <h3>{words.applyPart()}</h3>
          <p>{words.applyPartText()}</p>
        </div>
        {mayDecide && (
          <Button size="small" isBusy={isBusy} aria-label={words.applyPart()} onPress={onApply}>
            {words.apply()}
          </Button>
        )}
      </div>
      <div className={styles['setting']}>
        <div>
          <h3>{words.holdLimit({ percent: number(feed.holdPercent) })}</h3>
          <p>{words.holdLimitText()}</p>
        </div>
        {can(site, 'editSettings') && (
          <ButtonLink size="small" href={feedPath(site.key, feed.id)}>
            {words.change()}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

/** Asks before shows are removed, because visitors see it at once. */
export function ApplyDialog({
  gone,
  isBusy,
  onApply,
  onClose,
}: {
  readonly gone: number;
  readonly isBusy: boolean;
  readonly onApply: () => void;
  readonly onClose: () => void;
}) {
  const { feeds: words, common } = useMessages();
  return (
    <Dialog
      title={words.applyTitle({ count: gone })}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button isDanger isBusy={isBusy} onPress={onApply}>
            {words.applyAll()}
          </Button>
        </>
      }
    >
      <p>{words.applyText()}</p>
    </Dialog>
  );
}
