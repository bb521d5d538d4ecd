import { isRecord } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, memo } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Switch } from '../../parts/Choice.tsx';
import { Restricted } from '../../parts/Restricted.tsx';
import { Tag } from '../../parts/Surface.tsx';
import { settingValueWords } from '../../state/changes.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { refusalAt } from '../../state/refusal.ts';
import { can, permissionFor } from '../../state/roles.ts';
import { type FaultAt, faultsOf } from '../../state/settings/check.ts';
import type { Leaf } from '../../state/settings/schema.ts';
import { type SettingTexts, settingText, settingTitle } from '../../state/settings/texts.ts';
import { isAwayFromDefault, newValue } from '../../state/settings/values.ts';
import { Control } from './Control.tsx';
import { faultText } from './fault-text.ts';
import styles from './Settings.module.css';

/** A setting: title, help, control, default, and how to undo a change. */
export function SettingRow({
  leaf,
  texts,
  isChanged,
  state,
  search,
}: {
  readonly leaf: Leaf;
  readonly texts: SettingTexts;
  readonly isChanged: boolean;
  readonly state: DraftState;
  readonly search: string;
}) {
  const { pointer } = leaf;
  return (
    <Row
      leaf={leaf}
      texts={texts}
      isChanged={isChanged}
      live={valueAt(state.server.live, pointer)}
      refusal={refusalAt(state, pointer)?.message}
      refusedAt={refusalAt(state, pointer)?.at ?? ''}
      search={search}
    />
  );
}

interface RowProps {
  readonly leaf: Leaf;
  readonly texts: SettingTexts;
  readonly isChanged: boolean;
  readonly live: unknown;
  readonly refusal: string | undefined;
  /** The pointer of what the server refuses, below the value. */
  readonly refusedAt: string;
  readonly search: string;
}

const Row = memo(function Row({ leaf, texts, isChanged, live, refusal, refusedAt, search }: RowProps) {
  const messages = useMessages();
  const { settings } = messages;
  const { draft, site } = useOpenSite();
  const { pointer, field } = leaf;
  const permission = permissionFor(pointer);
  const [value, change] = usePart(pointer);
  const { shape } = field;
  const title = settingTitle(texts, pointer);
  const help = settingText(texts, pointer)?.help;
  const [first]: readonly FaultAt[] = faultsOf(shape, value);
  const error = first === undefined ? refusal : faultText(first.fault, messages);
  return (
    <div
      id={`setting-${pointer}`}
      className={cx(styles['row'], isChanged && styles['changed'])}
      data-setting=""
      data-part={pointer}
      {...(isChanged ? { 'data-changed': '' } : {})}
      {...(error === undefined ? {} : { 'data-wrong': '' })}
    >
      <div>
        <p className={styles['title']}>
          <Marked text={title} search={search} />
          {isChanged && <Tag mood="warn">{settings.changed()}</Tag>}
        </p>
        {help !== undefined && (
          <p className={styles['help']}>
            <Marked text={help} search={search} />
          </p>
        )}
        {shape.default !== undefined && shape.default !== '' && (
          <p className={styles['help']}>
            {settings.defaultValue({ value: settingValueWords(pointer, shape.default, messages, texts) })}
          </p>
        )}
        {isAwayFromDefault(shape, value, live) && can(site, permission) && (
          <DefaultButton title={title} onPress={() => change(shape.default)} />
        )}
      </div>
      <div className={styles['control']}>
        <Restricted permission={permission}>
          {shape.kind === 'group' ? (
            <Switch label="" name={title} isOn={isRecord(value)} onChange={(isOn) => change(isOn ? newValue(shape) : null)} />
          ) : (
            <Control
              shape={shape}
              pointer={pointer}
              texts={texts}
              label={title}
              value={value ?? shape.default}
              error={error}
              errorAt={first === undefined ? refusedAt : first.pointer}
              onChange={change}
            />
          )}
        </Restricted>
      </div>
      {isChanged && can(site, permission) && (
        <IconButton icon="reset" label={settings.reset({ title })} onPress={() => draft.edit([{ pointer, to: live }])} />
      )}
    </div>
  );
});

/** Sets a setting back to its default. */
function DefaultButton({ title, onPress }: { readonly title: string; readonly onPress: () => void }) {
  const { settings } = useMessages();
  return (
    <Button look="ghost" size="small" icon="undo" aria-label={settings.toDefaultOf({ title })} onPress={onPress}>
      {settings.toDefault()}
    </Button>
  );
}

/** A text with the searched words marked. */
function Marked({ text, search }: { readonly text: string; readonly search: string }): ReactNode {
  const start = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (start < 0) return <span>{text}</span>;
  return (
    <span>
      {text.slice(0, start)}
      <mark>{text.slice(start, start + search.length)}</mark>
      {text.slice(start + search.length)}
    </span>
  );
}
