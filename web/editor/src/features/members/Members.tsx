import { useMutation } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { cx } from '@marquee/ui/cx.ts';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Overlay.tsx';
import { Avatar, Empty, Note, Skeleton, Tag, surfaceStyles, useScreenTitle } from '../../parts/Surface.tsx';
import { download } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { recordPath, screenPath, withBase } from '../../state/location.ts';
import { highlighted } from '../../state/members/highlight.ts';
import { useDesk, useMemberSearch, usePaused, useRecords } from '../../state/members/queries.ts';
import { type Member, levelName, memberOf } from '../../state/members/records.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { Profile } from './Profile.tsx';
import { SignUpDialog } from './MemberForm.tsx';
import styles from './Members.module.css';

/** The members desk: a search, and the member that is open. */
export function MembersScreen() {
  const { errors } = useMessages();
  const { site } = useOpenSite();
  return can(site, 'members') ? <Desk /> : <ErrorScreen title={errors.notAllowed()} />;
}

function Desk() {
  const { members: words, nav } = useMessages();
  const { site } = useOpenSite();
  const { member: id } = useParams({ strict: false });
  const { data: desk } = useDesk();
  const canChange = desk !== undefined && desk.mode !== 'upstream';
  const heading = useScreenTitle(nav.members());
  return (
    <div className={cx(styles['desk'], id === undefined ? styles['closed'] : styles['open'])}>
      <div className={styles['side']}>
        {id === undefined && (
          <h1 ref={heading} tabIndex={-1} className={surfaceStyles['hidden']}>
            {nav.members()}
          </h1>
        )}
        <Search id={id} count={desk?.count} canChange={canChange} />
      </div>
      <div className={styles['main']}>
        <Link href={screenPath(site.key, 'members')} className={styles['back'] ?? ''}>
          <Icon name="left" small /> {nav.members()}
        </Link>
        <DeskNote />
        {id === undefined ? (
          <Empty icon="people" title={words.choose()}>
            {words.chooseText()}
          </Empty>
        ) : (
          <Profile key={id} id={id} canChange={canChange} hasSignInPage={desk?.hasSignInPage === true} />
        )}
      </div>
    </div>
  );
}

/** Says where the members are, if they are not on this server or have no pages. */
export function DeskNote(): ReactNode {
  const { members: words } = useMessages();
  const { data: desk } = useDesk();
  if (desk === undefined || desk.mode === 'local') return null;
  const isElsewhere = desk.mode === 'upstream';
  return (
    <div className={styles['notice']}>
      <Note mood="warn" title={isElsewhere ? words.upstreamTitle() : words.offTitle()}>
        {isElsewhere ? words.upstreamText({ host: desk.upstream ?? '' }) : words.offText()}
      </Note>
    </div>
  );
}

function Search({
  id,
  count,
  canChange,
}: {
  readonly id: string | undefined;
  readonly count: number | undefined;
  readonly canChange: boolean;
}) {
  const { members: words, common } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [isSigningUp, setSigningUp] = useState(false);
  const query = usePaused(typed.trim());
  const { data, error, isPlaceholderData, refetch } = useMemberSearch(query);
  const list = useRef<HTMLUListElement>(null);
  const found = (data?.items ?? []).map(memberOf);
  const open = (member: string): void => {
    // The member takes the focus, so that P is a key there.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    void router.navigate({ href: withBase(recordPath(site.key, 'members', member)) });
  };
  /** Arrows move through the results; Enter in the field opens the first. */
  const move = (event: KeyboardEvent): void => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    if (event.key === 'Enter' && at < 0) {
      // What is shown must be the answer to what was typed.
      if (found[0] !== undefined && !isPlaceholderData && query === typed.trim()) open(found[0].id);
    } else if (event.key === 'ArrowDown') links[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && at > 0) links[at - 1]?.focus();
    else if (event.key === 'ArrowUp' && at === 0) document.querySelector<HTMLInputElement>('main [data-search]')?.focus();
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move the focus between the controls inside
    <div onKeyDown={move}>
      <div className={styles['search']}>
        <SearchField label={words.find()} value={typed} onChange={setTyped} isAutoFocused={id === undefined} />
        <p>{count === undefined ? words.chooseText() : words.hint({ count, number: number(count) })}</p>
      </div>
      {data === undefined && error === null && <Skeleton label={common.loading()} />}
      {data === undefined && error !== null && <ErrorScreen error={error} onRetry={() => void refetch()} />}
      <output>{data !== undefined && found.length === 0 && query !== '' && <Nobody query={query} />}</output>
      <Results list={list} found={found} query={query} id={id} />
      {data?.next !== undefined && <p className={styles['narrow']}>{words.narrow()}</p>}
      {canChange && (
        <div className={styles['foot']}>
          <Button icon="invite" isWide onPress={() => setSigningUp(true)}>
            {words.signUp()}
          </Button>
        </div>
      )}
      {can(site, 'exportMembers') && found.length > 0 && <ExportList query={query} />}
      {can(site, 'exportMembers') && canChange && <ImportFiles />}
      {isSigningUp && (
        <SignUpDialog
          onClose={() => setSigningUp(false)}
          onDone={(member) => {
            setSigningUp(false);
            open(member);
          }}
        />
      )}
    </div>
  );
}

function Nobody({ query }: { readonly query: string }) {
  const { members: words } = useMessages();
  return (
    <Empty icon="people" title={words.none({ query })}>
      {words.noneText()}
    </Empty>
  );
}

/** Saves the members that are found as a file, also those that the list does not show. */
function ExportList({ query }: { readonly query: string }) {
  const messages = useMessages();
  const { site } = useOpenSite();
  const save = useMutation({
    mutationFn: () =>
      download(`${site.key}/members.csv${query === '' ? '' : `?${new URLSearchParams({ q: query })}`}`, 'members.csv'),
    onError: (error) => showToast(errorText(error, messages)),
  });
  return (
    <div className={styles['foot']}>
      <Button icon="download" isWide isBusy={save.isPending} onPress={() => save.mutate()}>
        {messages.members.exportList()}
      </Button>
    </div>
  );
}

/** Imports files of members and of their cards. */
function ImportFiles() {
  const { importFile: words } = useMessages();
  const [kind, setKind] = useState<'members' | 'cards'>();
  return (
    <div className={styles['foot']}>
      <Menu
        label={words.open()}
        trigger={
          <Button icon="upload" isWide>
            {words.open()}
          </Button>
        }
        entries={[
          { id: 'members', label: words.title.members(), onAction: () => setKind('members') },
          { id: 'cards', label: words.title.cards(), onAction: () => setKind('cards') },
        ]}
      />
      {kind !== undefined && <ImportDialog kind={kind} onClose={() => setKind(undefined)} />}
    </div>
  );
}

function Results({
  list,
  found,
  query,
  id,
}: {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly found: readonly Member[];
  readonly query: string;
  readonly id: string | undefined;
}) {
  const { members: words } = useMessages();
  const { data: levels } = useRecords('levels');
  return (
    <ul ref={list} className={styles['results']} aria-label={words.listLabel()}>
      {found.map((member) => (
        <li key={member.id}>
          <Result member={member} query={query} levels={levels?.items ?? []} isOpen={member.id === id} />
        </li>
      ))}
    </ul>
  );
}

function Result({
  member,
  query,
  levels,
  isOpen,
}: {
  readonly member: Member;
  readonly query: string;
  readonly levels: readonly unknown[];
  readonly isOpen: boolean;
}) {
  const { members: words } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  const [before, match, after] = highlighted(member.name, query);
  return (
    <Link
      href={recordPath(site.key, 'members', member.id)}
      className={styles['result'] ?? ''}
      data-row=""
      {...(isOpen ? { 'aria-current': 'true' as const } : {})}
    >
      <Avatar name={member.name} />
      <span>
        <b>
          {before}
          {match !== '' && <mark>{match}</mark>}
          {after}
        </b>
        <small>{member.email}</small>
      </span>
      {member.standing === 'blocked' ? (
        <Tag mood="bad">{words.blocked()}</Tag>
      ) : (
        <span className={styles['figure']}>
          {number(member.points)}
          <small>{levelName(levels, member.levelId)}</small>
        </span>
      )}
    </Link>
  );
}
