import { Link } from 'react-aria-components';
import type { EditorSite } from '@marquee/api/editor.gen.ts';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useScreenTitle } from '../../parts/Surface.tsx';
import { programPath, screenPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import type { SetUpForm } from '../../state/set-up/form.ts';
import type { DrawnLook } from '../../state/set-up/looks.ts';
import { showToast } from '../../state/toasts.ts';
import { LookPreview } from './LookPreview.tsx';
import { SetUpLayout } from './SetUpLayout.tsx';
import styles from './SetUp.module.css';

const NEXT = [
  { screen: 'program', icon: 'calendar', text: 'programText' },
  { screen: 'design', icon: 'palette', text: 'designText' },
  { screen: 'team', icon: 'invite', text: 'teamText' },
  { screen: 'settings', icon: 'settings', text: 'settingsText' },
] as const;

/** The end of the set-up: the site is live. */
export function Created({
  site,
  form,
  seconds,
  look,
}: {
  readonly site: EditorSite;
  readonly form: SetUpForm;
  readonly seconds: number;
  readonly look: DrawnLook | undefined;
}) {
  const { setUp, common } = useMessages();
  const heading = useScreenTitle(setUp.liveTitle());
  const address = site.origin.replace(/^https?:\/\//, '');
  const copy = (): void => void navigator.clipboard.writeText(site.origin).then(() => showToast(common.copied()));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <SetUpLayout
      title={site.name}
      preview={
        <LookPreview
          look={look}
          name={site.name}
          address={address}
          note={setUp.live()}
          isSingleLocation={form.isSingleLocation}
          isLive
        />
      }
    >
      <div className={styles['form']}>
        <div className={styles['scroll']}>
          <span className={styles['badge']}>
            <Icon name="check" />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {setUp.liveTitle()}
          </h1>
          <p className={styles['lead']}>{setUp.liveText()}</p>
          <div className={styles['live']}>
            <input readOnly value={address} aria-label={setUp.siteAddress()} />
            <Button icon="copy" onPress={copy}>
              {common.copy()}
            </Button>
            <ButtonLink icon="external" href={site.origin} target="_blank" rel="noopener">
              {setUp.open()}
            </ButtonLink>
          </div>
          <h2>{setUp.nextSteps()}</h2>
          <NextSteps site={site.key} />
        </div>
        <footer className={styles['foot']}>
          <span className={styles['saved']}>{setUp.finished({ time })}</span>
          <span className={styles['grow']} />
          {form.program === 'import' ? (
            <ButtonLink look="solid" size="large" href={screenPath(site.key)}>
              {setUp.overview()}
            </ButtonLink>
          ) : (
            <ButtonLink look="solid" size="large" href={programPath(site.key, form.program === 'spreadsheet')}>
              {form.program === 'spreadsheet' ? setUp.spreadsheet() : setUp.type()}
            </ButtonLink>
          )}
        </footer>
      </div>
    </SetUpLayout>
  );
}

function NextSteps({ site }: { readonly site: string }) {
  const { setUp, nav } = useMessages();
  return (
    <ul className={styles['next']}>
      {NEXT.map(({ screen, icon, text }) => (
        <li key={screen}>
          <Link href={screenPath(site, screen)}>
            <span className={styles['wayIcon']}>
              <Icon name={icon} />
            </span>
            <span>
              <b>{nav[screen]()}</b>
              <small>{setUp[text]()}</small>
            </span>
            <Icon name="right" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
