import { IconButton } from '../../parts/Button.tsx';
import { Menu } from '../../parts/Overlay.tsx';
import { type PageRecord, isFixedPath, pagePointer } from '../../state/content/pages.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';

/** What can be done with a page of the list. */
export function PageMenu({
  page,
  state,
  isNew,
  onCopy,
  onAddBelow,
}: {
  readonly page: PageRecord;
  readonly state: DraftState;
  readonly isNew: boolean;
  readonly onCopy: () => void;
  readonly onAddBelow: () => void;
}) {
  const { pages: words, common, nav } = useMessages();
  const { site, draft } = useOpenSite();
  const pointer = pagePointer(page.path);
  const remove = (): void => {
    draft.edit([{ pointer, to: undefined }]);
    showToast(words.removed({ title: page.title }), {
      label: common.undo(),
      onAction: () => draft.edit([{ pointer, to: page.record }]),
    });
  };
  const mayEdit = can(site, 'editSite');
  return (
    <Menu
      label={words.actionsOf({ title: page.title })}
      trigger={<IconButton icon="more" label={words.actionsOf({ title: page.title })} />}
      entries={[
        ...(mayEdit && page.kind === 'content'
          ? [{ id: 'copy', label: words.copy(), icon: 'copy' as const, onAction: onCopy }]
          : []),
        ...(mayEdit && page.path !== '/'
          ? [{ id: 'below', label: words.addBelow(), icon: 'plus' as const, onAction: onAddBelow }]
          : []),
        ...(isNew
          ? []
          : [
              {
                id: 'open',
                label: nav.openSite(),
                icon: 'external' as const,
                onAction: () => open(site.origin + page.path, '_blank', 'noopener'),
              },
            ]),
        ...(mayEdit && !isFixedPath(page.path, state.content)
          ? [{ id: 'remove', label: words.remove(), icon: 'trash' as const, onAction: remove }]
          : []),
      ]}
    />
  );
}
