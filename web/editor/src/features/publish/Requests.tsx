import type { Draft, OperatorRequest, PresentOperator } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { RequestAnnouncer } from '../../parts/RequestAnnouncer.tsx';
import { Note } from '../../parts/Surface.tsx';
import { useAgo } from '../../state/clock.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { useAsk } from '../../state/requests.ts';
import { canSomewhere } from '../../state/roles.ts';
import styles from './Publish.module.css';

/** Who can be asked to publish, and who asks to wait with it. */
export function Requests({ draft: { present, requests } }: { readonly draft: Draft }) {
  const { site } = useOpenSite();
  return (
    <>
      <RequestAnnouncer requests={requests} />
      {!canSomewhere(site, 'publish') && <NotAllowed present={present} />}
      {requests.map((request) => request.kind === 'wait' && <AskedToWait key={request.from} request={request} />)}
    </>
  );
}

/** Number of people who are offered to be asked. */
const MAX_ASKED = 3;

/** The operator cannot publish, but may ask somebody who is there and can. */
function NotAllowed({ present }: { readonly present: readonly PresentOperator[] }) {
  const { requests } = useMessages();
  const { list } = useFormats();
  const people = present.filter(({ mayPublish }) => mayPublish).slice(0, MAX_ASKED);
  const names = list(people.map(({ name }) => name));
  return (
    <Note
      mood="warn"
      icon="lock"
      title={requests.notAllowed()}
      action={
        <span className={styles['people']}>
          {people.map((person) => (
            <AskToPublish key={person.id} person={person} />
          ))}
        </span>
      }
    >
      {people.length === 0 ? requests.nobodyHere() : requests.whoCan({ count: people.length, names })}
    </Note>
  );
}

function AskToPublish({ person: { id, name } }: { readonly person: PresentOperator }) {
  const { requests } = useMessages();
  const ask = useAsk(requests.askedToPublish({ name }));
  return (
    <Button isBusy={ask.isPending} onPress={() => ask.mutate({ kind: 'publish', to: id })}>
      {requests.ask({ name })}
    </Button>
  );
}

/** Somebody else asks to wait; publishing stays possible. */
function AskedToWait({ request: { name, at } }: { readonly request: OperatorRequest }) {
  const { requests } = useMessages();
  const ago = useAgo();
  return (
    <Note mood="warn" icon="hand" title={requests.asks.wait({ name })}>
      {ago(at)}
    </Note>
  );
}
