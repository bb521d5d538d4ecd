import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { LinkField } from '../../parts/LinkField.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Empty, Table, VisuallyHidden } from '../../parts/Surface.tsx';
import {
  type Redirect,
  addedRedirect,
  oldPath,
  oldPathFault,
  redirectPointer,
  redirectTarget,
  redirectsOf,
  removalOf,
} from '../../state/content/redirects.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { refusalOf } from '../../state/refusal.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Pages.module.css';

/** Old addresses and where they lead: those of pages, and those of an earlier website. */
export function RedirectsDialog({ state, onClose }: { readonly state: DraftState; readonly onClose: () => void }) {
  const { content } = state;
  const { pages: words, common, team } = useMessages();
  const { site, draft } = useOpenSite();
  const redirects = redirectsOf(content);
  const mayEdit = can(site, 'editSite');
  const remove = (redirect: Redirect): void => {
    const [removal, addition] = removalOf(redirect, content);
    draft.edit([removal]);
    showToast(words.forwardRemoved({ path: redirect.from }), {
      label: common.undo(),
      onAction: () => draft.edit([addition]),
    });
  };
  return (
    <Dialog title={words.redirects()} size="wide" onClose={onClose}>
      <p>{words.redirectsText()}</p>
      {mayEdit && <NewRedirect content={content} />}
      {redirects.length === 0 ? (
        <Empty title={words.noRedirects()} />
      ) : (
        <Table label={words.redirects()} isAutoFocused={!mayEdit}>
          <thead>
            <tr>
              <th scope="col">{words.oldAddress()}</th>
              <th scope="col">{words.leadsTo()}</th>
              <th scope="col">
                <VisuallyHidden>{team.actions()}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {redirects.map((redirect) => (
              <tr key={`${redirect.from} ${redirect.to}`}>
                <td>
                  <code className={styles['path']}>{redirect.from}</code>
                </td>
                <td>
                  <code className={styles['path']}>{redirect.to}</code>
                  <Refusal text={refusalOf(state, redirectPointer(redirect))} />
                </td>
                <td className={styles['tools']}>
                  {mayEdit && (
                    <IconButton
                      icon="trash"
                      label={words.stopForwarding({ path: redirect.from })}
                      onPress={() => remove(redirect)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  );
}

/** Why the server does not take a redirect. */
const Refusal = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && <p className={styles['fault']}>{text}</p>;

/** Adds an old address, for example of the website that the cinema had before. */
function NewRedirect({ content }: { readonly content: unknown }) {
  const { pages: words } = useMessages();
  const { draft } = useOpenSite();
  const [typed, setTyped] = useState('');
  const [href, setHref] = useState('/');
  const [isChecked, setChecked] = useState(false);
  const from = oldPath(typed);
  const fault = oldPathFault(from, content);
  const target = redirectTarget(href, content);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (fault !== undefined || target === undefined) return;
    draft.edit([addedRedirect(from, target)]);
    showToast(words.forwardAdded({ path: from }));
    setTyped('');
    setChecked(false);
  };
  return (
    <form className={styles['newRedirect']} onSubmit={submit} noValidate>
      <TextField
        label={words.oldAddress()}
        hint={words.oldAddressHint()}
        value={typed}
        onChange={setTyped}
        error={isChecked && fault !== undefined ? words.oldAddressFaults[fault]() : undefined}
        autoFocus
      />
      <div>
        <LinkField content={content} href={href} onChange={setHref} />
        {isChecked && target === undefined && (
          <p className={styles['fault']} role="alert">
            {words.targetFault()}
          </p>
        )}
      </div>
      <Button type="submit" icon="plus">
        {words.addRedirect()}
      </Button>
    </form>
  );
}
