import type { FeedConflicts } from '@marquee/api/editor.gen.ts';
import { Segments } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Card } from '../../parts/Surface.tsx';
import { useMessages } from '../../state/messages.ts';
import type { Connection } from './use-connect.ts';
import styles from './Feeds.module.css';

/** Who wins in doubt, and which runs are held. */
export function Limits({
  connection: { form, change, errors, isBusy },
  onConflicts,
}: {
  readonly connection: Connection;
  readonly onConflicts: (conflicts: FeedConflicts) => void;
}) {
  const { feeds: words } = useMessages();
  const choices = ['feedWins', 'operatorWins', 'ask'] as const;
  return (
    <Card>
      <div className={styles['setting']}>
        <div>
          <h2>{words.disagree()}</h2>
          <p>{words.disagreeText()}</p>
        </div>
        <Segments
          label={words.disagree()}
          value={form.conflicts}
          options={choices.map((value) => ({ value, label: words.conflicts[value]() }))}
          onChange={onConflicts}
          isDisabled={isBusy}
        />
      </div>
      <div className={styles['setting']}>
        <div>
          <h2>{words.missing()}</h2>
          <p>{words.missingText()}</p>
        </div>
        <Segments
          label={words.missing()}
          value={form.missingShows}
          options={(['canceled', 'removed'] as const).map((value) => ({ value, label: words.missingShows[value]() }))}
          onChange={(missingShows) => change({ missingShows })}
          isDisabled={isBusy}
        />
      </div>
      <div className={styles['setting']}>
        <div>
          <h2>{words.hold()}</h2>
          <p>{words.holdHint()}</p>
        </div>
        <div className={styles['percent']}>
          <TextField
            aria-label={words.hold()}
            value={form.holdPercent}
            unit="%"
            inputMode="numeric"
            autoComplete="off"
            error={errors.holdPercent}
            onChange={(holdPercent) => change({ holdPercent })}
          />
        </div>
      </div>
    </Card>
  );
}
