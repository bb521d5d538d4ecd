import { IconButton } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Empty, Table, VisuallyHidden } from '../../parts/Surface.tsx';
import { formerPathsOf, pageAt, pagePointer, redirectsOf } from '../../state/content/pages.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Pages.module.css';

/** The earlier addresses of pages, which lead to the new ones. */
export function RedirectsDialog({ content, onClose }: { readonly content: unknown; readonly onClose: () => void }) {
  const { pages: words, common, team } = useMessages();
  const { site, draft } = useOpenSite();
  const redirects = redirectsOf(content);
  const remove = (from: string, to: string): void => {
    const pointer = pagePointer(to, 'formerPaths');
    const former = formerPathsOf(pageAt(content, to)?.record);
    const rest = former.filter((path) => path !== from);
    draft.edit([{ pointer, to: rest.length === 0 ? undefined : rest }]);
    showToast(words.forwardRemoved({ path: from }), {
      label: common.undo(),
      onAction: () => draft.edit([{ pointer, to: former }]),
    });
  };
  return (
    <Dialog title={words.redirects()} size="wide" onClose={onClose}>
      <p>{words.redirectsText()}</p>
      {redirects.length === 0 ? (
        <Empty title={words.noRedirects()} />
      ) : (
        <Table label={words.redirects()} isAutoFocused>
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
            {redirects.map(({ from, to }) => (
              <tr key={`${from} ${to}`}>
                <td>
                  <code className={styles['path']}>{from}</code>
                </td>
                <td>
                  <code className={styles['path']}>{to}</code>
                </td>
                <td className={styles['tools']}>
                  {can(site, 'editSite') && (
                    <IconButton icon="trash" label={words.stopForwarding({ path: from })} onPress={() => remove(from, to)} />
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
