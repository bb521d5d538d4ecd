import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, ButtonLink, IconButton } from './Button.tsx';
import { Segments } from './Choice.tsx';
import { PageSelect } from './PageSelect.tsx';
import { DEVICE_WIDTH, type Device, PreviewDevice } from './PreviewDevice.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import { Dot } from './Surface.tsx';
import { openDialog } from '../state/dialogs.ts';
import { countChanges, useDraft, useOpenSite } from '../state/drafts.ts';
import { errorText } from '../state/errors.ts';
import { commandKey, isTyping } from '../state/keys.ts';
import { screenPath } from '../state/location.ts';
import { useFormats, useMessages } from '../state/messages.ts';
import type { PreviewChannel } from '../state/preview/channel.ts';
import { sharedAddress, usePreviewAddress, withPrefix } from '../state/preview/addresses.ts';
import { useContentVersion } from '../state/preview/content.ts';
import { usePreviewPages } from '../state/preview/pages.ts';
import { canSomewhere } from '../state/roles.ts';
import { showToast } from '../state/toasts.ts';
import styles from './Stage.module.css';

const DEVICES = ['desktop', 'tablet', 'phone'] as const satisfies readonly Device[];

interface StageProps {
  readonly content: unknown;
  readonly page?: string;
  /** Prefix of the paths of a language, for example `/fr`; empty for the main one. */
  readonly prefix?: string;
  /** How the blocks of the page are edited on it. */
  readonly editing?: StageEditing | undefined;
  /** Sends messages to the page, where blocks are not edited. */
  readonly channel?: PreviewChannel;
}

/** An editor of blocks and texts on the page. */
export interface StageEditing {
  readonly channel: PreviewChannel;
  /** No new document is loaded for now: somebody types in the page. */
  readonly isHeld: boolean;
  /** The earlier content with what the page shows already from the later one. */
  readonly shown: (before: unknown, after: unknown) => unknown;
  /** Tools in front of the page. `scale` is that of the page. */
  readonly overlay: (scale: number) => ReactNode;
}

/** The live preview with its tools, and the bar that publishes. With `page`, a path without its first slash, it shows that page only. */
export function Stage({ content, page, prefix = '', editing, channel }: StageProps) {
  const { design } = useMessages();
  const [device, setDevice] = useState<Device>(() => (matchMedia('(max-width: 767px)').matches ? 'phone' : 'desktop'));
  const [path, setPath] = useState('');
  const [isConnected, setConnected] = useState(false);
  const groups = usePreviewPages(content);
  const address = usePreviewAddress();
  const url = address === undefined ? undefined : withPrefix(address, prefix) + (page ?? path);
  const version = useContentVersion(editing);
  useDeviceKeys(setDevice);
  return (
    <div className={styles['stage']}>
      <div className={styles['tools']}>
        <div>
          {page === undefined && <PageSelect groups={groups} value={path} onChange={setPath} />}
          <output className={styles['address']}>
            <Dot isLive={isConnected} />
            {isConnected ? design.livePreview() : design.connecting()}
          </output>
        </div>
        <Segments
          label={design.previewSize()}
          value={device}
          options={DEVICES.map((value) => ({ value, label: design[value](), icon: value }))}
          onChange={setDevice}
        />
        <Tools url={url} />
      </div>
      <PreviewDevice width={DEVICE_WIDTH[device]} className={styles['fit']} overlay={editing?.overlay}>
        <PreviewFrame
          url={url}
          version={version}
          content={content}
          title={design.preview()}
          onConnect={setConnected}
          channel={editing?.channel ?? channel}
        />
      </PreviewDevice>
      <DraftBar />
    </div>
  );
}

/** Undo and redo, and the preview for other windows and people. */
function Tools({ url }: { readonly url: string | undefined }) {
  const { design, palette, preview } = useMessages();
  const { site, draft } = useOpenSite();
  const state = useDraft();
  const share = useShare();
  return (
    <div>
      <IconButton
        icon="undo"
        label={palette.undo()}
        keys={`${commandKey()} Z`}
        isDisabled={state?.undo.length === 0}
        onPress={() => draft.undo()}
      />
      <IconButton
        icon="redo"
        label={palette.redo()}
        keys={`${commandKey()} ⇧ Z`}
        isDisabled={state?.redo.length === 0}
        onPress={() => draft.redo()}
      />
      <Button size="small" icon="copy" isBusy={share.isPending} onPress={() => share.mutate()}>
        {preview.share()}
      </Button>
      <ButtonLink size="small" icon="external" href={url ?? site.origin} target="_blank">
        {design.openPreview()}
      </ButtonLink>
    </div>
  );
}

/** Copies an address of the draft for other people. */
function useShare() {
  const messages = useMessages();
  const { preview } = messages;
  const { day } = useFormats();
  const { site, draft } = useOpenSite();
  return useMutation({
    mutationFn: async () => {
      await draft.flush();
      return sharedAddress(site.key);
    },
    onSuccess: async ({ address, until }) => {
      try {
        await navigator.clipboard.writeText(address);
        showToast(preview.shared({ day: day(until) }));
      } catch {
        showToast(preview.notCopied({ day: day(until) }), { label: preview.open(), href: address });
      }
    },
    onError: (error) => showToast(errorText(error, messages)),
  });
}

function useDeviceKeys(choose: (device: Device) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const device = DEVICES[Number(event.key) - 1];
      if (device !== undefined && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) choose(device);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [choose]);
}

function DraftBar() {
  const messages = useMessages();
  const { design, nav, overview, common } = messages;
  const { moment } = useFormats();
  const { site, draft } = useOpenSite();
  const state = useDraft();
  if (state === undefined) return null;
  const count = countChanges(state);
  const { published } = state.server;
  const discard = (): void => {
    const before = state.server.changes;
    void draft.discard().then(
      () =>
        showToast(design.discarded(), {
          label: common.undo(),
          onAction: () => draft.edit(before.map(({ pointer, to }) => ({ pointer, to }))),
        }),
      (error: unknown) => showToast(errorText(error, messages)),
    );
  };
  return (
    <div className={styles['bar']}>
      <Dot isLive={count === 0} />
      <p>
        <b>{count === 0 ? overview.noChanges() : overview.draft({ count })}.</b>{' '}
        {published !== undefined && design.visitorsSee({ moment: moment(published.at) })}
      </p>
      <ButtonLink href={screenPath(site.key, 'history')} icon="history">
        {nav.history()}
      </ButtonLink>
      {count > 0 && canSomewhere(site, 'publish') && <Button onPress={discard}>{design.discard()}</Button>}
      {canSomewhere(site, 'publish') && (
        <Button look="solid" isDisabled={count === 0} onPress={() => openDialog('publish')}>
          {nav.publish()}
        </Button>
      )}
    </div>
  );
}
