import { useMutation } from '@tanstack/react-query';
import { field, text } from '@marquee/api/json.ts';
import { type FormEvent, useState } from 'react';
import type { GiftCardQuery, LoyaltyRecord } from '@marquee/api/editor.gen.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { TextField } from '../../parts/Field.tsx';
import { CancelButton, Dialog } from '../../parts/Overlay.tsx';
import { Card, Empty, Note, Quiet, Skeleton, Table, VisuallyHidden } from '../../parts/Surface.tsx';
import { useIsChanged } from '../../parts/use-is-changed.ts';
import { ApiError, call } from '../../state/api/client.ts';
import { useReadClock } from '../../state/clock.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { moneyText, parseAmount } from '../../state/members/points.ts';
import { useLoyaltyNumbers, useRecords, useRefresh, useUndo } from '../../state/members/queries.ts';
import { numberOf } from '../../state/members/records.ts';
import { useFormats, useLanguage, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import { GiftCardFace } from './GiftCardFace.tsx';
import { Failure } from './MemberForm.tsx';
import { useKnownCurrency } from './OfferDialog.tsx';
import styles from './Members.module.css';

/** The gift cards. Their numbers cannot be read again, so that each is named by its last four characters. */
export function GiftCards({ canChange }: { readonly canChange: boolean }) {
  const { rewards: words, common } = useMessages();
  const { fullDay } = useFormats();
  const { locale } = useLanguage();
  const { data, error, refetch } = useRecords('gift-cards');
  const [open, setOpen] = useState<LoyaltyRecord>();
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  const dayOf = (record: LoyaltyRecord, name: string): string => text(field(record, name));
  return (
    <>
      <Card>
        {data.items.length === 0 ? (
          <Empty title={words.none.giftCards()} />
        ) : (
          <Table label={words.tabs.giftCards()} narrow="rows">
            <thead>
              <tr>
                <th scope="col">{words.card()}</th>
                <th scope="col">{words.balance()}</th>
                <th scope="col">{words.issued()}</th>
                <th scope="col">{words.expires()}</th>
                <th scope="col">
                  <VisuallyHidden>{words.actions()}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((card) => (
                <tr key={text(field(card, 'id'))}>
                  <th scope="row">… {text(field(card, 'lastFour'))}</th>
                  <td data-label={words.balance()}>
                    {moneyText(locale, numberOf(field(card, 'balance')), text(field(card, 'currency')))}
                  </td>
                  <td data-label={words.issued()}>{fullDay(dayOf(card, 'issuedAt'))}</td>
                  <td data-label={words.expires()}>
                    {dayOf(card, 'expiresAt') === '' ? words.never() : fullDay(dayOf(card, 'expiresAt'))}
                  </td>
                  <td>
                    {canChange && (
                      <IconButton
                        icon="pencil"
                        label={words.open({ name: `… ${text(field(card, 'lastFour'))}` })}
                        onPress={() => setOpen(card)}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Card>
      {open !== undefined && <ExpiryDialog card={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Changes until when a gift card is valid, or makes it invalid at once. */
function ExpiryDialog({ card, onClose }: { readonly card: LoyaltyRecord; readonly onClose: () => void }) {
  const { rewards: words } = useMessages();
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const undo = useUndo();
  const readClock = useReadClock();
  const path = `${site.key}/records/gift-cards/${encodeURIComponent(text(field(card, 'id')))}`;
  const name = `… ${text(field(card, 'lastFour'))}`;
  const [expiresAt, setExpiresAt] = useState(text(field(card, 'expiresAt')).slice(0, 10));
  const save = useMutation({
    mutationFn: (until: string | null) => call('PUT', path, { expiresAt: until }),
    onSuccess() {
      showToast(
        words.saved({ name }),
        undo(() => call('PUT', path, { expiresAt: field(card, 'expiresAt') ?? null })),
      );
      refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(expiresAt === '' ? null : expiresAt);
  };
  return (
    <Dialog
      title={words.open({ name })}
      hasUnsaved={useIsChanged(expiresAt)}
      isSaving={save.isPending}
      onClose={onClose}
      foot={
        <>
          <Button isDanger isBusy={save.isPending} onPress={() => save.mutate(new Date(readClock()).toISOString())}>
            {words.invalidate()}
          </Button>
          <CancelButton />
          <Button type="submit" form="gift-card-expiry" look="solid" isBusy={save.isPending}>
            {words.save()}
          </Button>
        </>
      }
    >
      <form id="gift-card-expiry" className={styles['form']} onSubmit={submit} noValidate>
        <TextField
          label={words.fields.expiresAt()}
          type="date"
          value={expiresAt}
          onChange={setExpiresAt}
          hint={words.expiryHint()}
          autoFocus
        />
        <Failure error={save.error} />
      </form>
    </Dialog>
  );
}

/** Creates a gift card, whose number and PIN are shown once. */
export function AddGiftCard({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages();
  const { rewards: words } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const currency = useKnownCurrency();
  const [typed, setTyped] = useState('');
  const [expiresAt, setExpiresAt] = useState('');
  const [number, setNumber] = useState('');
  const [pin, setPin] = useState('');
  const [isChecked, setChecked] = useState(false);
  const amount = parseAmount(typed, currency);
  const hasUnsaved = useIsChanged([typed, expiresAt, number, pin]);
  const create = useMutation({
    mutationFn: () =>
      call<LoyaltyRecord>('POST', `${site.key}/records/gift-cards`, {
        amount,
        currency,
        ...(expiresAt === '' ? {} : { expiresAt }),
        ...(number.trim() === '' ? {} : { number: number.trim(), pin: pin.trim() === '' ? null : pin.trim() }),
      }),
    onSuccess(card) {
      refresh();
      if (number.trim() === '') return;
      showToast(words.saved({ name: `… ${text(field(card, 'lastFour'))}` }));
      onClose();
    },
  });
  const card = number.trim() === '' ? create.data : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (amount !== undefined && amount > 0) create.mutate();
  };
  if (card !== undefined) return <CreatedCard card={card} onClose={onClose} />;
  return (
    <Dialog
      title={words.add.giftCards()}
      hasUnsaved={hasUnsaved}
      isSaving={create.isPending}
      onClose={onClose}
      foot={
        <>
          <CancelButton />
          <Button type="submit" form="gift-card" look="solid" isBusy={create.isPending}>
            {words.add.giftCards()}
          </Button>
        </>
      }
    >
      <form id="gift-card" className={styles['form']} onSubmit={submit} noValidate>
        <TextField
          label={words.fields.amount()}
          value={typed}
          onChange={setTyped}
          inputMode="decimal"
          autoComplete="off"
          unit={currency}
          autoFocus
          error={isChecked && (amount === undefined || amount === 0) ? words.invalidAmount() : undefined}
        />
        <TextField label={words.fields.expiresAt()} type="date" value={expiresAt} onChange={setExpiresAt} />
        <PrintedCard number={number} pin={pin} onNumber={setNumber} onPin={setPin} />
        <Failure error={create.error} />
      </form>
    </Dialog>
  );
}

/** Number and PIN of a card that is already printed. */
function PrintedCard({
  number,
  pin,
  onNumber,
  onPin,
}: {
  readonly number: string;
  readonly pin: string;
  readonly onNumber: (number: string) => void;
  readonly onPin: (pin: string) => void;
}) {
  const { rewards: words } = useMessages();
  return (
    <>
      <TextField
        label={words.number()}
        value={number}
        onChange={onNumber}
        autoComplete="off"
        maxLength={60}
        hint={words.printedHint()}
      />
      <TextField
        label={words.pin()}
        value={pin}
        onChange={onPin}
        autoComplete="off"
        maxLength={20}
        isDisabled={number.trim() === ''}
      />
    </>
  );
}

/** A new card with its number and its PIN, which cannot be read again. */
function CreatedCard({ card, onClose }: { readonly card: LoyaltyRecord; readonly onClose: () => void }) {
  const { rewards: words, common } = useMessages();
  const { locale } = useLanguage();
  const { fullDay } = useFormats();
  const expiresAt = text(field(card, 'expiresAt'));
  return (
    <Dialog
      title={words.created()}
      onClose={onClose}
      foot={
        <>
          <Button icon="print" onPress={() => print()}>
            {common.print()}
          </Button>
          <Button onPress={onClose}>{common.close()}</Button>
        </>
      }
    >
      <div className={styles['dialog']}>
        <p>{words.createdText()}</p>
        <GiftCardFace amount={moneyText(locale, numberOf(field(card, 'balance')), text(field(card, 'currency')))}>
          <dl className={styles['once']}>
            <dt>{words.number()}</dt>
            <dd>{text(field(card, 'number'))}</dd>
            <dt>{words.pin()}</dt>
            <dd>{text(field(card, 'pin'))}</dd>
          </dl>
          {expiresAt !== '' && <small>{words.validUntil({ date: fullDay(expiresAt) })}</small>}
        </GiftCardFace>
      </div>
    </Dialog>
  );
}

/** How gift cards look, and what is left on all of them. */
export function GiftCardLook() {
  const { rewards: words } = useMessages();
  return (
    <Card title={words.tabs.giftCards()} trailing={<Outstanding />}>
      <div className={styles['look']}>
        <GiftCardFace />
        <Quiet>{words.giftCardText()}</Quiet>
      </div>
    </Card>
  );
}

/** What is left on all gift cards. */
function Outstanding() {
  const { rewards: words } = useMessages();
  const { locale } = useLanguage();
  const { list } = useFormats();
  const amounts = (useLoyaltyNumbers()?.giftCards ?? []).map(({ amount, currency }) => moneyText(locale, amount, currency));
  return amounts.length > 0 && <Quiet>{words.outstanding({ amount: list(amounts) })}</Quiet>;
}

/** The balance of a gift card, by its number. */
export function LookUp() {
  const messages = useMessages();
  const { rewards: words } = messages;
  const { fullDay } = useFormats();
  const { locale } = useLanguage();
  const { site } = useOpenSite();
  const readClock = useReadClock();
  const [number, setNumber] = useState('');
  const check = useMutation({
    mutationFn: async () => ({
      card: await call<LoyaltyRecord>('POST', `${site.key}/gift-card`, { number } satisfies GiftCardQuery),
      now: readClock(),
    }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (number.trim() !== '') check.mutate();
  };
  const isUnknown = check.error instanceof ApiError && check.error.status === 404;
  const card = check.data?.card;
  const money = (name: string): string => moneyText(locale, numberOf(field(card, name)), text(field(card, 'currency')));
  const dayOf = (name: string): string => text(field(card, name));
  const isExpired = dayOf('expiresAt') !== '' && Date.parse(text(field(card, 'expiresAt'))) < (check.data?.now ?? 0);
  const left = (): string =>
    field(card, 'amount') === null
      ? words.leftOnly({ balance: money('balance') })
      : words.left({ balance: money('balance'), amount: money('amount') });
  const facts = (): string =>
    [
      words.issuedOn({ date: fullDay(dayOf('issuedAt')) }),
      dayOf('usedAt') === '' ? '' : words.usedOn({ date: fullDay(dayOf('usedAt')) }),
      dayOf('expiresAt') === ''
        ? ''
        : isExpired
          ? words.expired({ date: fullDay(dayOf('expiresAt')) })
          : words.validUntil({ date: fullDay(dayOf('expiresAt')) }),
    ]
      .filter((fact) => fact !== '')
      .join(' · ');
  return (
    <Card title={words.lookUp()}>
      <form className={styles['lookUp']} onSubmit={submit} noValidate>
        <div>
          <TextField label={words.number()} value={number} onChange={setNumber} autoComplete="off" maxLength={60} />
          <Button type="submit" isBusy={check.isPending} isDisabled={number.trim() === ''}>
            {words.check()}
          </Button>
        </div>
        <output>
          {check.error !== null && <Note mood="bad" title={isUnknown ? words.notFound() : errorText(check.error, messages)} />}
          {card !== undefined && check.error === null && (
            <Note mood={isExpired ? 'warn' : 'ok'} title={left()}>
              {facts()}
            </Note>
          )}
        </output>
      </form>
    </Card>
  );
}
