import { useMutation } from '@tanstack/react-query';
import { field, text } from '@marquee/api/json.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { TabPanel, Tabs } from 'react-aria-components';
import type { LoyaltyRecord } from '@marquee/api/editor.gen.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Switch } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Card, Empty, Page, Quiet, Skeleton, Stack, Table, VisuallyHidden } from '../../parts/Surface.tsx';
import { TabBar } from '../../parts/TabBar.tsx';
import { call } from '../../state/api/client.ts';
import { clubPageOf } from '../../state/content/club-page.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { type OfferKind, idField } from '../../state/members/kinds.ts';
import { moneyText } from '../../state/members/points.ts';
import { useDesk, useLoyaltyNumbers, useRecords, useRefresh, useUndo } from '../../state/members/queries.ts';
import { levelName, numberOf } from '../../state/members/records.ts';
import { useFormats, useLanguage, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { Confirm } from './Actions.tsx';
import { ClubPreview } from './ClubPreview.tsx';
import { AddGiftCard, GiftCardLook, GiftCards, LookUp } from './GiftCards.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LevelCards } from './LevelCards.tsx';
import { DeskNote } from './Members.tsx';
import { OfferDialog } from './OfferDialog.tsx';
import styles from './Members.module.css';

/** Rewards, levels, memberships, gift cards and vouchers. */
export function RewardsScreen() {
  const { errors } = useMessages();
  const { site } = useOpenSite();
  return can(site, 'members') ? <Rewards /> : <ErrorScreen title={errors.notAllowed()} />;
}

const TABS = ['rewards', 'levels', 'memberships', 'gift-cards', 'evouchers'] as const;
type TabName = (typeof TABS)[number];

/** The messages of a tab have other names than its kind. */
const MESSAGE_OF = {
  rewards: 'rewards',
  levels: 'levels',
  memberships: 'memberships',
  'gift-cards': 'giftCards',
  evouchers: 'vouchers',
} as const;
const ADD_MESSAGE_OF = { ...MESSAGE_OF, evouchers: 'evouchers' } as const;

/** How many members there are, how many of them use rewards, and that changes apply at once. */
function useLead(): string {
  const { rewards: words, overview } = useMessages();
  const { number } = useFormats();
  const numbers = useLoyaltyNumbers();
  if (numbers === undefined || numbers.members === 0) return words.lead();
  const percent = number(Math.round((numbers.membersWithReward / numbers.members) * 100));
  const count = numbers.members;
  return `${words.leadNumbers({ count, number: number(count), share: overview.percent({ number: percent }) })} ${words.lead()}`;
}

function Rewards() {
  const { rewards: words, importFile, nav } = useMessages();
  const { site } = useOpenSite();
  const { data: desk } = useDesk();
  const content = useDraft()?.content;
  const clubPage = useMemo(() => clubPageOf(content), [content]);
  const [isPreviewing, setPreviewing] = useState(false);
  const lead = useLead();
  const [tab, setTab] = useState<TabName>('rewards');
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const canChange = desk !== undefined && desk.mode !== 'upstream';
  const close = (): void => setAdding(false);
  return (
    <Page
      title={nav.rewards()}
      lead={lead}
      actions={
        <>
          {clubPage !== undefined && (
            <Button icon="desktop" onPress={() => setPreviewing(true)}>
              {words.preview()}
            </Button>
          )}
          {canChange && can(site, 'exportMembers') && (
            <Button icon="upload" onPress={() => setImporting(true)}>
              {importFile.open()}
            </Button>
          )}
          {canChange && (
            <Button icon="plus" look="solid" onPress={() => setAdding(true)}>
              {words.add[ADD_MESSAGE_OF[tab]]()}
            </Button>
          )}
        </>
      }
    >
      <DeskNote />
      <div className={styles['columns']}>
        <div>
          <Tabs selectedKey={tab} onSelectionChange={(key) => setTab(TABS.find((name) => name === key) ?? 'rewards')}>
            <TabBar label={nav.rewards()} tabs={TABS.map((name) => ({ id: name, label: words.tabs[MESSAGE_OF[name]]() }))} />
            {TABS.map((name) => (
              <TabPanel key={name} id={name}>
                {name === 'gift-cards' ? <GiftCards canChange={canChange} /> : <Offers kind={name} canChange={canChange} />}
                {name === 'rewards' && <LevelCards />}
              </TabPanel>
            ))}
          </Tabs>
        </div>
        <Stack>
          {canChange && <GiftCardLook />}
          <LookUp />
        </Stack>
      </div>
      {isPreviewing && clubPage !== undefined && (
        <ClubPreview page={clubPage} content={content} onClose={() => setPreviewing(false)} />
      )}
      {isImporting && <ImportDialog kind={tab} onClose={() => setImporting(false)} />}
      {isAdding &&
        (tab === 'gift-cards' ? <AddGiftCard onClose={close} /> : <OfferDialog kind={tab} record={undefined} onClose={close} />)}
    </Page>
  );
}

interface Column {
  readonly title: string;
  readonly value: (record: LoyaltyRecord) => ReactNode;
}

/** The columns of a kind after its name. */
function useColumns(kind: OfferKind): readonly Column[] {
  const { rewards: words, overview } = useMessages();
  const { number } = useFormats();
  const { locale } = useLanguage();
  const { data: levels } = useRecords('levels');
  const points = (count: number): string => words.points({ count, number: number(count) });
  const level = (id: number): string => levelName(levels?.items ?? [], id) || words.everyone();
  const price: Column = {
    title: words.price(),
    value: (record) =>
      moneyText(locale, numberOf(field(field(record, 'price'), 'amount')), text(field(field(record, 'price'), 'currency'))),
  };
  switch (kind) {
    case 'rewards':
      return [
        { title: words.costs(), value: (record) => points(numberOf(field(record, 'pointsCost'))) },
        { title: overview.days28(), value: (record) => <RewardUse code={text(field(record, 'itemCode'))} /> },
        { title: words.from(), value: (record) => level(numberOf(field(record, 'fromLevel'))) },
      ];
    case 'levels':
      return [
        { title: words.earns(), value: (record) => points(numberOf(field(record, 'pointsPerUnit'))) },
        {
          title: words.reached(),
          value(record) {
            const from = numberOf(field(record, 'fromPoints'));
            return from === 0 ? '–' : points(from);
          },
        },
      ];
    case 'memberships':
      return [
        price,
        { title: words.tabs.levels(), value: (record) => level(numberOf(field(record, 'levelId'))) },
        {
          title: words.length(),
          value(record) {
            const count = numberOf(field(record, 'durationMonths'));
            return words.months({ count, number: number(count) });
          },
        },
      ];
    case 'evouchers':
      return [price];
  }
}

/** How often a reward was redeemed in 28 days, and how often it was ordered if that differs. */
function RewardUse({ code }: { readonly code: string }) {
  const { rewards: words } = useMessages();
  const { number } = useFormats();
  const numbers = useLoyaltyNumbers();
  if (numbers === undefined) return '–';
  const { ordered, redeemed } = numbers.rewards.find(({ itemCode }) => itemCode === code) ?? { ordered: 0, redeemed: 0 };
  return (
    <>
      <Quiet>{words.redeemed({ count: redeemed, number: number(redeemed) })}</Quiet>
      {ordered !== redeemed && (
        <small className={styles['ordered']}>{words.ordered({ count: ordered, number: number(ordered) })}</small>
      )}
    </>
  );
}

/** The records of a kind. */
function Offers({ kind, canChange }: { readonly kind: OfferKind; readonly canChange: boolean }) {
  const { rewards: words, common } = useMessages();
  const { data, error, refetch } = useRecords(kind);
  const [open, setOpen] = useState<LoyaltyRecord>();
  const [isRemoving, setRemoving] = useState(false);
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Card>
        {data.items.length === 0 ? (
          <Empty icon="gift" title={words.none[kind]()} />
        ) : (
          <OfferTable kind={kind} records={data.items} canChange={canChange} onOpen={setOpen} />
        )}
      </Card>
      {open !== undefined && (
        <OfferDialog
          kind={kind}
          record={open}
          isHidden={isRemoving}
          onClose={() => setOpen(undefined)}
          onRemove={() => setRemoving(true)}
        />
      )}
      {open !== undefined && isRemoving && (
        <RemoveDialog kind={kind} record={open} onClose={() => setRemoving(false)} onRemoved={() => setOpen(undefined)} />
      )}
    </>
  );
}

const OFFER_ICONS = { rewards: 'gift', levels: 'star', memberships: 'people', evouchers: 'ticket' } as const;

/** A table of the records of a kind. */
function OfferTable({
  kind,
  records,
  canChange,
  onOpen,
}: {
  readonly kind: OfferKind;
  readonly records: readonly LoyaltyRecord[];
  readonly canChange: boolean;
  readonly onOpen: (record: LoyaltyRecord) => void;
}) {
  const { rewards: words } = useMessages();
  const columns = useColumns(kind);
  return (
    <Table label={words.tabs[kind === 'evouchers' ? 'vouchers' : kind]()}>
      <thead>
        <tr>
          <th scope="col">{words.name()}</th>
          {columns.map(({ title }, index) => (
            <th key={title} scope="col" className={index === 0 ? undefined : styles['optional']}>
              {title}
            </th>
          ))}
          {kind === 'rewards' && <th scope="col">{words.on()}</th>}
          <th scope="col">
            <VisuallyHidden>{words.actions()}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => {
          const name = text(field(record, 'name'));
          return (
            <tr key={text(field(record, idField(kind)))}>
              <th scope="row" className={styles['name']}>
                <span className={styles['offer']}>
                  <Icon name={OFFER_ICONS[kind]} />
                  {name}
                </span>
              </th>
              {columns.map(({ title, value }, index) => (
                <td key={title} className={index === 0 ? undefined : styles['optional']}>
                  {value(record)}
                </td>
              ))}
              {kind === 'rewards' && (
                <td>
                  <RewardSwitch record={record} canChange={canChange} />
                </td>
              )}
              <td>{canChange && <IconButton icon="pencil" label={words.open({ name })} onPress={() => onOpen(record)} />}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** Offers a reward, or does not. */
function RewardSwitch({ record, canChange }: { readonly record: LoyaltyRecord; readonly canChange: boolean }) {
  const messages = useMessages();
  const { rewards: words, common } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const name = text(field(record, 'name'));
  const change = useMutation({
    mutationFn: (isAvailable: boolean) =>
      call('PUT', `${site.key}/records/rewards/${encodeURIComponent(text(field(record, 'itemCode')))}`, { isAvailable }),
    onSuccess: (_, isOn) =>
      showToast(isOn ? words.turnedOn({ name }) : words.turnedOff({ name }), {
        label: common.undo(),
        onAction: () => change.mutate(!isOn),
      }),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: refresh,
  });
  return (
    <Switch
      label={null}
      name={words.turnOn({ name })}
      isOn={field(record, 'isAvailable') !== false}
      isDisabled={!canChange || change.isPending}
      onChange={(isOn) => change.mutate(isOn)}
    />
  );
}

function RemoveDialog({
  kind,
  record,
  onClose,
  onRemoved,
}: {
  readonly kind: OfferKind;
  readonly record: LoyaltyRecord;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const messages = useMessages();
  const { rewards: words } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const undo = useUndo();
  const name = text(field(record, 'name'));
  const id = text(field(record, idField(kind)));
  const remove = useMutation({
    mutationFn: () => call('DELETE', `${site.key}/records/${kind}/${encodeURIComponent(id)}`),
    // The record that the list shows has all its fields.
    onSuccess() {
      showToast(
        words.removed({ name }),
        undo(() => call('POST', `${site.key}/records/${kind}`, record)),
      );
      onRemoved();
    },
    onError: (error) => showToast(errorText(error, messages)),
    onSettled() {
      refresh();
      onClose();
    },
  });
  return (
    <Confirm
      title={words.removeTitle({ name })}
      text={words.removeText()}
      action={words.remove()}
      isDanger
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
