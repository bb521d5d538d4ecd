import { useEffect, useEffectEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Segments, Select } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { PageSelect } from '../../parts/PageSelect.tsx';
import { Empty, Skeleton } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import type { DraftUpdate } from '@marquee/api/editor.gen.ts';
import { useChangeWords } from '../../state/changes.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { countChanges, useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { type Difference, differencesOf } from '../../state/pointer.ts';
import { usePreviewPages } from '../../state/preview/pages.ts';
import { can, canSomewhere } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { ChangeList } from './ChangeList.tsx';
import type { VersionRow } from './VersionList.tsx';
import { VisualComparison } from './VisualComparison.tsx';
import { DRAFT, isStored, pathOfChange, useContent } from './versions.ts';
import styles from './History.module.css';

const VIEWS = ['slider', 'sideBySide', 'list'] as const;
type View = (typeof VIEWS)[number];

interface ComparisonProps {
  readonly state: DraftState;
  readonly rows: readonly VersionRow[];
  readonly selected: string;
  readonly other: string;
  readonly onOther: (id: string) => void;
}

/** Two versions: `other` is the left one, `selected` the right one. */
export function Comparison({ state, rows, selected, other, onOther }: ComparisonProps) {
  const { history, common } = useMessages();
  const [view, setView] = useState<View>(() => (matchMedia('(max-width: 767px)').matches ? 'list' : 'slider'));
  const [path, setPath] = useState('');
  const before = useContent(other, state);
  const after = useContent(selected, state);
  const { isLoading } = useChangeWords();
  const isLoaded = before.content !== undefined && after.content !== undefined && !isLoading;
  const differences = isLoaded ? differencesOf(before.content, after.content) : [];
  const error = before.error ?? after.error;
  const titleOf = (id: string): string => rows.find((row) => row.id === id)?.title ?? '';
  const groups = usePreviewPages(after.content);
  const { index, step } = useSteps(differences, (pointer) => {
    const shown = pathOfChange(pointer, after.content);
    if (shown !== undefined) setPath(shown);
  });
  return (
    <div className={styles['main']}>
      <div className={styles['tools']}>
        <div className={styles['against']}>
          {history.against()}
          <Select
            label={history.against()}
            isLabelHidden
            isPlain
            value={other}
            options={rows.filter(({ id }) => id !== selected || id === other).map(({ id, title }) => ({ value: id, label: title }))}
            onChange={onOther}
          />
        </div>
        <Segments
          label={history.view()}
          value={view}
          options={VIEWS.map((value) => ({ value, label: history.views[value]() }))}
          onChange={setView}
        />
        <div>{view !== 'list' && <PageSelect groups={groups} value={path} onChange={setPath} />}</div>
      </div>
      {error !== null && <ErrorScreen error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />}
      {!isLoaded && error === null && <Skeleton label={common.loading()} />}
      {isLoaded && view === 'list' && (
        <ChangeList
          title={history.changesOf({ version: titleOf(selected) })}
          differences={differences}
          content={after.content}
          current={index}
        />
      )}
      {isLoaded && view !== 'list' && (
        <VisualComparison
          state={state}
          path={path}
          left={{ id: other, title: titleOf(other) }}
          right={{ id: selected, title: titleOf(selected) }}
          isSlider={view === 'slider'}
        />
      )}
      {isLoaded && view !== 'list' && differences.length === 0 && <Empty title={history.same()} />}
      <Bar
        state={state}
        selected={selected}
        titles={[titleOf(other), titleOf(selected)]}
        differences={differences}
        content={after.content}
        index={index}
        onStep={step}
      />
    </div>
  );
}

/** The change that is looked at; Alt with an arrow goes to the next or the previous one (ux 5.16). */
function useSteps(differences: readonly Difference[], onShow: (pointer: string) => void) {
  const [current, setCurrent] = useState<string>();
  const index = differences.findIndex(({ pointer }) => pointer === current);
  const step = (by: 1 | -1): void => {
    const count = differences.length;
    const next = differences[index < 0 ? (by > 0 ? 0 : count - 1) : (index + by + count) % count];
    if (next === undefined) return;
    setCurrent(next.pointer);
    onShow(next.pointer);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const;
    const direction = Object.entries(by).find(([key]) => key === event.key)?.[1];
    if (direction === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector('[role=dialog]') !== null) return;
    event.preventDefault();
    event.stopPropagation();
    step(direction);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    // Before a list takes the arrow.
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, []);
  return { index, step };
}

function Bar({
  state,
  selected,
  titles,
  differences,
  content,
  index,
  onStep,
}: {
  readonly state: DraftState;
  readonly selected: string;
  readonly titles: readonly [string, string];
  readonly differences: readonly Difference[];
  readonly content: unknown;
  readonly index: number;
  readonly onStep: (by: 1 | -1) => void;
}) {
  const { history, nav } = useMessages();
  const { site } = useOpenSite();
  const { wordsOf } = useChangeWords();
  const [before, after] = titles;
  const current = differences[index];
  const words = current === undefined ? undefined : wordsOf(current.pointer, content);
  const count = differences.length;
  return (
    <div className={styles['bar']}>
      <p>
        <b>{before}</b> → <b>{after}</b>{' '}
        <output>
          {words === undefined
            ? nav.changes({ count })
            : history.changeOf({ position: index + 1, count, place: words.place, part: words.part })}
        </output>
      </p>
      <Button icon="left" isDisabled={count === 0} onPress={() => onStep(-1)}>
        {history.previous()}
      </Button>
      <Button isDisabled={count === 0} onPress={() => onStep(1)}>
        {history.next()}
        <Icon name="right" small />
      </Button>
      {isStored(selected) && can(site, 'publish') && <Restore number={selected} title={after} />}
      {selected === DRAFT && canSomewhere(site, 'publish') && (
        <Button look="solid" isDisabled={countChanges(state) === 0} onPress={() => openDialog('publish')}>
          {history.publishDraft()}
        </Button>
      )}
    </div>
  );
}

/** Puts a version into the draft. */
function Restore({ number, title }: { readonly number: string; readonly title: string }) {
  const messages = useMessages();
  const { history, common } = messages;
  const { site, draft } = useOpenSite();
  const restore = useMutation({
    // The list of versions may be loaded again meanwhile.
    mutationFn: async (_title: string) => {
      await draft.flush();
      const before = draft.state()?.content;
      await call<DraftUpdate>('POST', `${site.key}/history/${number}/restore`);
      await draft.load();
      return before;
    },
    onSuccess(before, version) {
      const undo = (): void =>
        draft.edit(differencesOf(draft.state()?.content, before).map(({ pointer, to }) => ({ pointer, to })));
      showToast(history.restored({ version }), { label: common.undo(), onAction: undo });
    },
    onError: (error) => showToast(errorText(error, messages)),
  });
  return (
    <Button icon="reset" isBusy={restore.isPending} onPress={() => restore.mutate(title)}>
      {history.restore({ version: title })}
    </Button>
  );
}
