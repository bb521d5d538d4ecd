import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import { deleteCard, getCards, reportLostCard } from '@marquee/api/loyalty/cards.gen.ts';
import { type Card, cardsOf, replacementOf } from '@marquee/rules/loyalty/club/cards.ts';
import { cardGroups } from '@marquee/rules/loyalty/account/card-code.ts';
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
  const [pending, setPending] = useState<PendingAction>();
  const [notice, setNotice] = useState<string>();

  const requestConfirmation = (kind: PendingAction['kind']) => (card: Card) => setPending({ kind, card });
  const showDone = (code: string, text: string): void => {
    // Nothing outside of the dialog can take the focus before the dialog is removed.
    flushSync(() => {
      setNotice(text);
      // Another card's dialog may have been opened meanwhile.
      setPending((current) => (current?.card.code === code ? undefined : current));
    });
    // The focused element may also be the button of the removed card, if the dialog was closed meanwhile.
    if (document.activeElement === document.body) focusHeading(ID);
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
        <CardDialog
          key={`${pending.kind} ${pending.card.code}`}
          kind={pending.kind}
          card={pending.card}
          onDone={(text) => showDone(pending.card.code, text)}
          onClose={() => setPending(undefined)}
        />
      )}
      <Toast message={notice} closeLabel={messages.common.close()} onClose={() => setNotice(undefined)} />
    </AreaSection>
  );
}

/** Dialog that deletes a card or reports it lost after a confirmation. Its result is shown in this dialog only. */
function CardDialog({
  kind,
  card,
  onDone,
  onClose,
}: PendingAction & {
  /** Called with the text of the result, also if the dialog was closed meanwhile. */
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}) {
  const { mine } = useLaterMessages();
  const { context } = useMember();
  const { run, state } = useAction();
  const carryOut = async (): Promise<void> => {
    const changes = { changes: ['cards'], changesMember: true };
    const response = await (kind === 'delete'
      ? run(deleteCard(context, { cardCode: card.code }), changes)
      : run(reportLostCard(context, { cardCode: card.code }), changes));
    if (response === undefined) return;
    const replacement = cardGroups(replacementOf(response));
    const reported = replacement === '' ? mine.reportedWithoutCode() : mine.reported({ code: replacement });
    onDone(kind === 'delete' ? mine.cardDeleted() : reported);
  };
  return (
    <Confirm
      title={kind === 'delete' ? mine.deleteCardTitle() : mine.reportTitle()}
      actionLabel={kind === 'delete' ? mine.deleteCard() : mine.reportAction()}
      action={state}
      onConfirm={() => void carryOut()}
      onClose={onClose}
    >
      <p>
        {kind === 'delete'
          ? mine.deleteCardText({ code: cardGroups(card.code) })
          : mine.reportText({ code: cardGroups(card.code) })}
      </p>
    </Confirm>
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
