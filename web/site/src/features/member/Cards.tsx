import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import { deleteCard, getCards, reportLostCard } from '@marquee/api/loyalty/cards.gen.ts';
import { type Card, cardsOf, replacementOf } from '@marquee/rules/loyalty/club/cards.ts';
import { cardGroups } from '@marquee/rules/loyalty/area/greeting.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Toast } from '@marquee/ui/Toast/Toast.tsx';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLaterMessages } from '../../state/later.ts';
import { focusHeading } from '../../state/member/focus.ts';
import { AreaSection, type AreaSectionProps } from '../../parts/member/AreaSection.tsx';
import { type QueryState, useAction, useMemberQuery } from '../../state/member/queries.ts';
import { Empty, Failed } from '../../parts/member/States.tsx';
import { useMember } from '../../state/member/use-member.ts';
import { usePage } from '../../state/page.ts';
import { AddCard } from './cards/AddCard.tsx';
import { CardRow } from './cards/CardRow.tsx';
import { Confirm } from './Confirm.tsx';
import css from './List.module.css';
import { SectionSkeleton } from './SectionSkeleton.tsx';

const ID = 'cards';

/** An action that the member must confirm. */
interface PendingAction {
  readonly kind: 'delete' | 'lost';
  readonly card: Card;
}

/** The member's cards, which can be added, deleted and reported lost (CALL-32 to CALL-35). */
export function Cards({ page: { area }, view }: AreaSectionProps) {
  const { messages } = usePage();
  const { mine } = useLaterMessages();
  const { context } = useMember();
  const cards = useMemberQuery('cards', getCards(context), cardsOf);
  const { run, state, clear } = useAction();
  const [pending, setPending] = useState<PendingAction>();
  const [notice, setNotice] = useState<string>();

  const requestConfirmation = (kind: PendingAction['kind']) => (card: Card) => {
    clear();
    setPending({ kind, card });
  };
  const carryOut = async ({ kind, card }: PendingAction): Promise<void> => {
    const changes = { changes: ['cards'], changesMember: true };
    const response = await (kind === 'delete'
      ? run(deleteCard(context, { cardCode: card.code }), changes)
      : run(reportLostCard(context, { cardCode: card.code }), changes));
    if (response === undefined) return;
    const replacement = cardGroups(replacementOf(response));
    const reported = replacement === '' ? mine.reportedPlain() : mine.reported({ code: replacement });
    // Nothing outside of the dialog can take the focus before the dialog is removed.
    flushSync(() => {
      setNotice(kind === 'delete' ? mine.cardDeleted() : reported);
      setPending(undefined);
    });
    focusHeading(ID);
  };
  return (
    <AreaSection
      id={ID}
      title={mine.cards()}
      view={view}
      more={view === 'overview' ? { href: screenHref(area.href, 'cards'), label: mine.addCard() } : undefined}
    >
      <CardList cards={cards} view={view} onLost={requestConfirmation('lost')} onDelete={requestConfirmation('delete')} />
      {view === 'overview' ? null : (
        <>
          <AddCard onAdded={() => setNotice(mine.cardAdded())} />
          <p className={css.after}>
            <a className="link" href={screenHref(area.href, 'gift-card')}>
              {mine.giftBalance()}
            </a>
          </p>
        </>
      )}
      {pending === undefined ? null : (
        <Confirm
          title={pending.kind === 'delete' ? mine.deleteCardTitle() : mine.reportTitle()}
          actionLabel={pending.kind === 'delete' ? mine.deleteCard() : mine.reportDo()}
          action={state}
          onConfirm={() => void carryOut(pending)}
          onClose={() => setPending(undefined)}
        >
          <p>
            {pending.kind === 'delete'
              ? mine.deleteCardText({ code: cardGroups(pending.card.code) })
              : mine.reportText({ code: cardGroups(pending.card.code) })}
          </p>
        </Confirm>
      )}
      <Toast message={notice} closeLabel={messages.common.close()} onClose={() => setNotice(undefined)} />
    </AreaSection>
  );
}

interface CardListProps extends Pick<AreaSectionProps, 'view'> {
  readonly cards: QueryState<readonly Card[]>;
  readonly onLost: (card: Card) => void;
  readonly onDelete: (card: Card) => void;
}

function CardList({ cards, view, onLost, onDelete }: CardListProps) {
  const { mine } = useLaterMessages();
  if (cards.kind === 'loading') return <SectionSkeleton shape="rows" count={1} />;
  if (cards.kind === 'failed') return <Failed text={cards.text} retry={cards.retry} />;
  const list = view === 'overview' ? cards.data.filter((card) => card.state === 'active') : cards.data;
  if (list.length === 0) return <Empty title={mine.cardsEmpty()} text={mine.cardsHint()} />;
  return (
    <ul className={cx(css.list, css.panel)}>
      {list.map((card) => (
        <CardRow
          key={card.code}
          card={card}
          isOnlyCard={list.length === 1}
          onLost={onLost}
          onDelete={view === 'overview' ? undefined : onDelete}
        />
      ))}
    </ul>
  );
}
