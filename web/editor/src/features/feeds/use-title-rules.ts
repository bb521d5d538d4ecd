import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { type RefObject, useRef, useState } from 'react';
import { focusFirstInvalid } from '../../parts/use-focus-invalid.ts';
import { useIsChanged } from '../../parts/use-is-changed.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { saveFeed } from '../../state/feeds/queries.ts';
import { type TypedRule, isUnfinished, typedRules, withNewRule, withRules, writtenRules } from '../../state/feeds/titles.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';

/** The rules of a feed as they are typed, and what is done with them. */
interface TitleRules {
  readonly rules: readonly TypedRule[];
  readonly list: RefObject<HTMLOListElement | null>;
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** Whether they differ from those that are saved, or one is half typed. */
  readonly hasUnsaved: boolean;
  /** Whether a rule lacks its text, and that was said. */
  readonly isBad: (rule: TypedRule) => boolean;
  /** Whether a rule was just added: its field gets the focus. */
  readonly isNew: (rule: TypedRule) => boolean;
  readonly change: (rule: TypedRule) => void;
  readonly add: () => void;
  /** The focus goes to the rule before. */
  readonly remove: (rule: TypedRule) => void;
  readonly submit: () => void;
}

export function useTitleRules(feed: EditorFeed, onSaved: () => void): TitleRules {
  const { feeds: words } = useMessages();
  const { site } = useOpenSite();
  const client = useQueryClient();
  const [rules, setRules] = useState<readonly TypedRule[]>(() =>
    feed.titleRules.length === 0 ? withNewRule([]) : typedRules(feed.titleRules),
  );
  const [isRefused, setRefused] = useState(false);
  const [added, setAdded] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const save = useMutation({
    mutationFn: () => saveFeed(site.key, withRules(feed, rules), feed.id),
    onSuccess({ name }) {
      showToast(words.titlesSaved({ name }));
      onSaved();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['feeds'] }),
  });
  return {
    rules,
    list,
    error: save.error,
    isBusy: save.isPending,
    hasUnsaved: useIsChanged([writtenRules(rules), rules.filter(isUnfinished)]),
    isBad: (rule) => isRefused && isUnfinished(rule),
    isNew: ({ id }) => id === added,
    change: (next) => setRules(rules.map((rule) => (rule.id === next.id ? next : rule))),
    add() {
      const next = withNewRule(rules);
      setRules(next);
      setAdded(next.at(-1)?.id);
    },
    remove(rule) {
      const index = rules.indexOf(rule);
      const button = list.current?.parentElement?.querySelector<HTMLElement>(':scope > button');
      (list.current?.children[index === 0 ? 1 : index - 1]?.querySelector('input') ?? button)?.focus();
      setRules(rules.filter((other) => other !== rule));
    },
    submit() {
      setRefused(true);
      if (rules.some(isUnfinished)) requestAnimationFrame(() => focusFirstInvalid(list.current));
      else if (!save.isPending) save.mutate();
    },
  };
}
