import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Stack } from '../../parts/Surface.tsx';
import {
  encodedPath,
  newPage,
  pageAt,
  pagePointer,
  pagesOf,
  pathFault,
  proposedPath,
  typedPath,
  withoutFormerPath,
} from '../../state/content/pages.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { recordPath, withBase } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { usePathFaultText } from './path-fault.ts';

/** What a new page begins with. */
export interface NewPage {
  /** The page that is copied. */
  readonly source?: string;
  readonly title?: string;
  /** The address below which its own is proposed; the top without it. */
  readonly parent?: string;
  /** Its address, instead of a proposed one. */
  readonly path?: string;
}

/** Asks for the title of a new page, and proposes its address. */
export function NewPageDialog({
  content,
  initial,
  onClose,
}: {
  readonly content: unknown;
  readonly initial: NewPage;
  readonly onClose: () => void;
}) {
  const { pages: words, common } = useMessages();
  const { site, draft } = useOpenSite();
  const router = useRouter();
  const [title, setTitle] = useState(initial.title ?? '');
  const [typed, setTyped] = useState(initial.path);
  const [source, setSource] = useState(initial.source ?? '');
  const faultText = usePathFaultText();
  const path = typed === undefined ? proposedPath(title, content, initial.parent) : typedPath(typed);
  const fault = pathFault(path, content);
  const isReady = title.trim() !== '' && fault === undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    draft.edit([
      { pointer: pagePointer(path), to: newPage(path, title.trim(), pageAt(content, source)) },
      ...withoutFormerPath(content, path),
    ]);
    onClose();
    void router.navigate({ href: withBase(recordPath(site.key, 'pages', encodedPath(path))) });
  };
  const sources = pagesOf(content).filter(({ kind }) => kind === 'content');
  return (
    <Dialog
      title={words.create()}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" type="submit" form="new-page" isDisabled={!isReady}>
            {words.add()}
          </Button>
        </>
      }
    >
      <form id="new-page" onSubmit={submit}>
        <Stack>
          <TextField label={words.pageTitle()} value={title} onChange={setTitle} autoFocus maxLength={200} />
          <TextField
            label={words.address()}
            value={typed ?? (title === '' ? (initial.parent ?? '') : path)}
            onChange={setTyped}
            error={typed === undefined || fault === undefined ? undefined : faultText(fault)}
            hint={words.addressHint()}
          />
          <Select
            label={words.startWith()}
            value={source}
            options={[
              { value: '', label: words.emptyPage() },
              ...sources.map((page) => ({ value: page.path, label: words.copyOf({ title: page.title }) })),
            ]}
            onChange={setSource}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
