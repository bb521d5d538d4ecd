import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { useDeferredValue, useMemo } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { CancelButton, Dialog } from '../../parts/Overlay.tsx';
import { Empty, Skeleton, Table } from '../../parts/Surface.tsx';
import { useDraft } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { problemText } from '../../state/feeds/health.ts';
import {
  MAX_RULES,
  MAX_RULE_TEXT,
  type Sample,
  type TypedRule,
  isChanged,
  samples,
  useFeedTitles,
  useTriedTitles,
  writtenRules,
} from '../../state/feeds/titles.ts';
import { useFormats, useLanguage, useMessages } from '../../state/messages.ts';
import { type ShowAttribute, attributesOf, nameOfAttribute } from '../../state/program/attributes.ts';
import { useTitleRules } from './use-title-rules.ts';
import styles from './Titles.module.css';

/** Titles of the sample that are shown. */
const MAX_SAMPLES = 100;
const PLACES = ['start', 'end', 'anywhere'] as const;

/** The attributes that rules can give. */
function useAttributes(): readonly ShowAttribute[] {
  const { attributes } = useLanguage();
  const content = useDraft()?.content;
  return useMemo(() => attributesOf(content, attributes), [content, attributes]);
}

/** The rules for the titles of a feed, with what they make of its titles now. */
export function TitlesDialog({ feed, onClose }: { readonly feed: EditorFeed; readonly onClose: () => void }) {
  const messages = useMessages();
  const { feeds: words } = messages;
  const attributes = useAttributes();
  const { rules, list, error, isBusy, hasUnsaved, isBad, isNew, change, add, remove, submit } = useTitleRules(feed, onClose);
  return (
    <Dialog
      title={words.titlesTitle({ name: feed.name })}
      size="wide"
      hasUnsaved={hasUnsaved}
      isSaving={isBusy}
      onClose={onClose}
      foot={
        <>
          <CancelButton />
          <Button look="solid" isBusy={isBusy} onPress={submit}>
            {words.save()}
          </Button>
        </>
      }
    >
      <div className={styles['titles']}>
        <p>{words.titlesText()}</p>
        <ol ref={list} className={styles['rules']}>
          {rules.map((rule, index) => (
            <Rule
              key={rule.id}
              number={index + 1}
              rule={rule}
              attributes={attributes}
              isBad={isBad(rule)}
              isNew={isNew(rule)}
              onChange={change}
              onRemove={() => remove(rule)}
            />
          ))}
        </ol>
        {rules.length < MAX_RULES && (
          <Button look="ghost" size="small" icon="plus" onPress={add}>
            {words.titleAdd()}
          </Button>
        )}
        {error !== null && <p role="alert">{errorText(error, messages)}</p>}
        <SampleTable feed={feed} rules={rules} attributes={attributes} />
      </div>
    </Dialog>
  );
}

function Rule({
  number,
  rule,
  attributes,
  isBad,
  isNew,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly rule: TypedRule;
  readonly attributes: readonly ShowAttribute[];
  readonly isBad: boolean;
  readonly isNew: boolean;
  readonly onChange: (rule: TypedRule) => void;
  readonly onRemove: () => void;
}) {
  const { feeds: words } = useMessages();
  const isOffered = rule.attribute === '' || attributes.some(({ key }) => key === rule.attribute);
  const own = isOffered ? [] : [{ value: rule.attribute, label: nameOfAttribute(attributes, rule.attribute) }];
  return (
    <li>
      <fieldset className={styles['rule']} aria-label={words.titleRule({ number })}>
        <TextField
          label={words.titleFind()}
          value={rule.find}
          maxLength={MAX_RULE_TEXT}
          placeholder="(subt.)"
          autoFocus={isNew}
          autoComplete="off"
          error={isBad ? words.titleMissing() : undefined}
          onChange={(find) => onChange({ ...rule, find })}
        />
        <Select
          label={words.titlePlace()}
          value={rule.place}
          options={PLACES.map((value) => ({ value, label: words.titlePlaces[value]() }))}
          onChange={(place) => onChange({ ...rule, place })}
        />
        <TextField
          label={words.titleReplacement()}
          value={rule.replacement}
          maxLength={MAX_RULE_TEXT}
          placeholder={words.titleNothing()}
          autoComplete="off"
          onChange={(replacement) => onChange({ ...rule, replacement })}
        />
        <Select
          label={words.titleAttribute()}
          value={rule.attribute}
          options={[
            { value: '', label: words.titleNoAttribute() },
            ...attributes.map(({ key, name }) => ({ value: key, label: name })),
            ...own,
          ]}
          onChange={(attribute) => onChange({ ...rule, attribute })}
        />
        <IconButton icon="trash" label={words.titleRemove({ number })} onPress={onRemove} />
      </fieldset>
    </li>
  );
}

/** What the rules make of the titles that the feed has now. */
function SampleTable({
  feed,
  rules,
  attributes,
}: {
  readonly feed: EditorFeed;
  readonly rules: readonly TypedRule[];
  readonly attributes: readonly ShowAttribute[];
}) {
  const messages = useMessages();
  const { feeds: words, common } = messages;
  const { number } = useFormats();
  const titles = useFeedTitles(feed.id);
  const written = useMemo(() => writtenRules(rules), [rules]);
  const tried = useTriedTitles(titles.data?.titles, useDeferredValue(written));
  const error = titles.error ?? tried.error;
  if (error !== null)
    return (
      <p role="alert">
        {words.titleNoSample()} {problemText(error, feed.name, messages)}
      </p>
    );
  if (titles.data === undefined || tried.data === undefined) return <Skeleton label={common.loading()} />;
  if (titles.data.titles.length === 0) return <Empty title={words.titleNone()} />;
  const all = samples(titles.data.titles, tried.data.titles);
  return (
    <div className={styles['sample']}>
      <div className={styles['sampleHead']}>
        <h3>{words.titleSample()}</h3>
        <output>{words.titleChanged({ changed: all.filter(isChanged).length, all: number(all.length) })}</output>
      </div>
      <Table label={words.titleSample()} narrow="rows">
        <thead>
          <tr>
            <th scope="col">{words.titleBefore()}</th>
            <th scope="col">{words.titleAfter()}</th>
            <th scope="col">{words.titleAttribute()}</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, MAX_SAMPLES).map((sample) => (
            <SampleRow key={sample.title} sample={sample} attributes={attributes} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function SampleRow({ sample, attributes }: { readonly sample: Sample; readonly attributes: readonly ShowAttribute[] }) {
  const { feeds: words } = useMessages();
  const { title, after } = sample;
  return (
    <tr className={isChanged(sample) ? undefined : styles['same']}>
      <th scope="row">{title}</th>
      <td data-label={words.titleAfter()}>{after.title}</td>
      <td data-label={words.titleAttribute()}>
        {after.attributes.length === 0 ? '–' : after.attributes.map((key) => nameOfAttribute(attributes, key)).join(', ')}
      </td>
    </tr>
  );
}
