import { cards as cardsCall, deleteCard, reportLostCard } from '@marquee/rules/loyalty/calls/calls.ts';
import { type Card, cardsOf, replacementOf } from '@marquee/rules/loyalty/club/cards.ts';
import { cardGroups } from '@marquee/rules/loyalty/area/greeting.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Toast } from '@marquee/ui/Toast/Toast.tsx';
import { useState } from 'react';
import { useLater } from '../../state/later.ts';
import { focusHeading } from '../../state/member/focus.ts';
import { Part, type PartProps } from '../../parts/member/Part.tsx';
import { useAction, useFetched } from '../../state/member/queries.ts';
import { Empty, Failed } from '../../parts/member/States.tsx';
import { useMember } from '../../state/member/use-member.ts';
import { usePage } from '../../state/page.ts';
import { AddCard } from './cards/AddCard.tsx';
import { CardRow } from './cards/CardRow.tsx';
import { Confirm } from './Confirm.tsx';
import css from './List.module.css';
import { Waiting } from './Waiting.tsx';

const ID = 'cards';

/** What is asked before it is done. */
interface Asked {
  readonly kind: 'delete' | 'lost';
  readonly card: Card;
}

/** A member's cards: add one, delete one, report one lost (CALL-32 to CALL-35). */
export function Cards({ page: { area }, part }: PartProps) {
  const { m } = usePage();
  const { mine } = useLater();
  const { where } = useMember();
  const cards = useFetched('cards', cardsCall(where), cardsOf);
  const { run, state, clear } = useAction();
  const [asked, setAsked] = useState<Asked>();
  const [said, setSaid] = useState<string>();

  const ask = (kind: Asked['kind']) => (card: Card) => {
    clear();
    setAsked({ kind, card });
  };
  const carryOut = async ({ kind, card }: Asked): Promise<void> => {
    const call = kind === 'delete' ? deleteCard(where, card.code) : reportLostCard(where, card.code);
    const answer = await run(call, { changes: ['cards'], changesMember: true });
    if (answer === undefined) return;
    const replacement = cardGroups(replacementOf(answer));
    const reported = replacement === '' ? mine.reportedPlain() : mine.reported({ code: replacement });
    setSaid(kind === 'delete' ? mine.cardDeleted() : reported);
    setAsked(undefined);
    focusHeading(ID);
  };
  const shown = () => {
    if (cards.kind === 'loading') return <Waiting shape="rows" count={1} />;
    if (cards.kind === 'failed') return <Failed text={cards.text} retry={cards.retry} />;
    const list = part === 'overview' ? cards.data.filter(({ state: of }) => of === 'active') : cards.data;
    if (list.length === 0) return <Empty title={mine.cardsEmpty()} text={mine.cardsHint()} />;
    return (
      <ul className={cx(css.list, css.panel)}>
        {list.map((card) => (
          <CardRow key={card.code} card={card} alone={list.length === 1} onLost={ask('lost')} onDelete={part === 'overview' ? undefined : ask('delete')} />
        ))}
      </ul>
    );
  };
  return (
    <Part id={ID} title={mine.cards()} part={part} more={part === 'overview' ? { href: `${area.href}cards/`, label: mine.addCard() } : undefined}>
      {shown()}
      {part === 'overview' ? null : (
        <>
          <AddCard onAdded={() => setSaid(mine.cardAdded())} />
          <p className={css.after}>
            <a className="link" href={`${area.href}gift-card/`}>
              {mine.giftBalance()}
            </a>
          </p>
        </>
      )}
      {asked === undefined ? null : (
        <Confirm
          title={asked.kind === 'delete' ? mine.deleteCardTitle() : mine.reportTitle()}
          action={asked.kind === 'delete' ? mine.deleteCard() : mine.reportDo()}
          doing={state}
          onDo={() => void carryOut(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked.kind === 'delete' ? mine.deleteCardText({ code: cardGroups(asked.card.code) }) : mine.reportText({ code: cardGroups(asked.card.code) })}</p>
        </Confirm>
      )}
      <Toast message={said} closeLabel={m.common.close()} onClose={() => setSaid(undefined)} />
    </Part>
  );
}
