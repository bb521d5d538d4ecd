import type { PagePart } from '@marquee/rules/preview-editing.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Restricted, RestrictionNote } from '../../parts/Restricted.tsx';
import { Stage } from '../../parts/Stage.tsx';
import { Skeleton, useScreenTitle } from '../../parts/Surface.tsx';
import { WorkSurface } from '../../parts/WorkSurface.tsx';
import { useDraft, useDraftError, useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { PreviewChannel } from '../../state/preview/channel.ts';
import { Colors } from './Colors.tsx';
import { ContrastList } from './ContrastList.tsx';
import { FontsPanel } from './FontsPanel.tsx';
import { LayoutPanel } from './LayoutPanel.tsx';

/** Colors, fonts and layout beside the live preview. */
export function Design() {
  const { design, nav, common } = useMessages();
  const { draft } = useOpenSite();
  const content = useDraft()?.content;
  const error = useDraftError();
  const heading = useScreenTitle(nav.design());
  const [tab, setTab] = useState('colors');
  const [part, setPart] = useState<PagePart>();
  const channel = usePartOutline(part);
  if (content === undefined)
    return error === undefined ? (
      <Skeleton label={common.loading()} />
    ) : (
      <ErrorScreen error={error} onRetry={() => void draft.load()} />
    );
  const restricted = (panel: ReactNode): ReactNode => (
    <>
      <RestrictionNote permission="editSite" />
      <Restricted permission="editSite">{panel}</Restricted>
    </>
  );
  const colors = (
    <>
      <Colors content={content} />
      <ContrastList content={content} />
    </>
  );
  return (
    <WorkSurface
      title={nav.design()}
      heading={heading}
      tabs={[
        { id: 'colors', label: design.colors(), content: restricted(colors) },
        { id: 'fonts', label: design.fonts(), content: restricted(<FontsPanel content={content} />) },
        { id: 'layout', label: design.layout(), content: restricted(<LayoutPanel content={content} onPart={setPart} />) },
      ]}
      selected={tab}
      onSelect={(next) => {
        setTab(next);
        setPart(undefined);
      }}
      stage={<Stage content={content} channel={channel} />}
    />
  );
}

/** Outlines a part of the page in the preview (PREV-11). Returns what sends to the preview. */
function usePartOutline(part: PagePart | undefined): PreviewChannel {
  const { design } = useMessages();
  const [channel] = useState(() => new PreviewChannel());
  const label = part === undefined ? '' : design[part]();
  useEffect(() => {
    const send = (isScrolled: boolean) => (): void => channel.send({ type: 'outlinePart', part, label, isScrolled });
    // Another page, or the same with changes, stays where it is. Before there is something to outline, nothing is sent to it.
    const stop = part && channel.listen({ onReady: send(false), onMessage: () => undefined });
    send(true)();
    return stop;
  }, [channel, part, label]);
  return channel;
}
