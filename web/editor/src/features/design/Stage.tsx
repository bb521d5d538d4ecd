import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink, IconButton } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { Dot } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { call } from '../../state/api/client.ts';
import { openDialog } from '../../state/dialogs.ts';
import { countChanges, useDraft, useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { commandKey, isTyping } from '../../state/keys.ts';
import { screenPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import { usePreview } from './use-preview.ts';
import styles from './Design.module.css';

const DEVICES = ['desktop', 'tablet', 'phone'] as const;
type Device = (typeof DEVICES)[number];

/** Widths of the framed page in CSS pixels. */
const WIDTH: Readonly<Record<Device, number>> = { desktop: 1280, tablet: 834, phone: 390 };

/** The live preview with its tools, and the bar that publishes. */
export function Stage({ content }: { readonly content: unknown }) {
  const { design, palette } = useMessages();
  const { site, draft } = useOpenSite();
  const state = useDraft();
  const [device, setDevice] = useState<Device>(() => (matchMedia('(max-width: 767px)').matches ? 'phone' : 'desktop'));
  const address = useQuery({
    queryKey: ['preview', site.key],
    queryFn: () => call<{ readonly address: string }>('GET', `${site.key}/preview`),
    retry: false,
    staleTime: 10 * 60_000,
  });
  const url = address.isPending ? undefined : (address.data?.address ?? `${site.origin}/`);
  useDeviceKeys(setDevice);
  const { frame, isConnected } = usePreview(url, content);
  return (
    <div className={styles['stage']}>
      <div className={styles['tools']}>
        <output className={styles['address']}>
          <Dot isLive={isConnected} />
          {isConnected ? design.livePreview() : design.connecting()}
        </output>
        <Segments
          label={design.previewSize()}
          value={device}
          options={DEVICES.map((value) => ({ value, label: design[value](), icon: value }))}
          onChange={setDevice}
        />
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
          <ButtonLink size="small" icon="external" href={url ?? site.origin} target="_blank">
            {design.openPreview()}
          </ButtonLink>
        </div>
      </div>
      <Device width={WIDTH[device]}>
        {url !== undefined && (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the site has another origin, and needs its own
          <iframe ref={frame} src={url} title={design.preview()} sandbox="allow-scripts allow-same-origin" />
        )}
      </Device>
      <DraftBar />
    </div>
  );
}

/** Fits a page of some width into the stage. */
function Device({ width, children }: { readonly width: number; readonly children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 1000, height: 700 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, size.width / width);
  const device = useProperties<HTMLDivElement>({
    '--device-width': `${width}px`,
    '--device-height': `${size.height / scale}px`,
    '--device-scale': String(scale),
  });
  return (
    <div ref={box} className={styles['fit']}>
      <div ref={device} className={styles['device']}>
        {children}
      </div>
    </div>
  );
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
      {count > 0 && <Button onPress={discard}>{design.discard()}</Button>}
      <Button look="solid" isDisabled={count === 0} onPress={() => openDialog('publish')}>
        {nav.publish()}
      </Button>
    </div>
  );
}
