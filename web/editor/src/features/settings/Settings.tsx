import { useState } from 'react';
import { Segments } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { RestrictionNote } from '../../parts/Restricted.tsx';
import { Skeleton, Page } from '../../parts/Surface.tsx';
import { useDraft, useDraftError, useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { useSettingTexts } from '../../state/settings/texts.ts';
import { useSiteSchema } from '../../state/site-schema.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsActions, SettingsJson } from './SettingsJson.tsx';

/** All settings of the site, as a form or as JSON. */
export function Settings() {
  const { settings, nav, common } = useMessages();
  const { draft } = useOpenSite();
  const state = useDraft();
  const draftError = useDraftError();
  const { data, error, refetch } = useSiteSchema();
  const { isLoading } = useSettingTexts();
  const [view, setView] = useState<'form' | 'json'>('form');
  const failure = error ?? (state === undefined ? draftError : undefined);
  const retry = (): void => {
    void refetch();
    void draft.load();
  };
  return (
    <Page
      title={nav.settings()}
      lead={settings.lead()}
      actions={
        <>
          {view === 'json' && state !== undefined && <SettingsActions state={state} />}
          <Segments
            label={settings.view()}
            value={view}
            options={[
              { value: 'form', label: settings.form() },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={setView}
          />
        </>
      }
    >
      <RestrictionNote permission="editSettings" />
      {data === undefined || state === undefined || isLoading ? (
        failure === undefined || failure === null ? (
          <Skeleton label={common.loading()} count={6} />
        ) : (
          <ErrorScreen error={failure} onRetry={retry} />
        )
      ) : view === 'form' ? (
        <SettingsForm schema={data} state={state} />
      ) : (
        <SettingsJson schema={data} state={state} />
      )}
    </Page>
  );
}
