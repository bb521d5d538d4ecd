import { type ReactNode, useState } from 'react';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Restricted, RestrictionNote } from '../../parts/Restricted.tsx';
import { Stage } from '../../parts/Stage.tsx';
import { Skeleton, useScreenTitle } from '../../parts/Surface.tsx';
import { WorkSurface } from '../../parts/WorkSurface.tsx';
import { useDraft, useDraftError, useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
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
        { id: 'layout', label: design.layout(), content: restricted(<LayoutPanel content={content} />) },
      ]}
      selected={tab}
      onSelect={setTab}
      stage={<Stage content={content} />}
    />
  );
}
