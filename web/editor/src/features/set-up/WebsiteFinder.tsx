import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { VisuallyHidden } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { useWebsite } from '../../state/set-up/store.ts';
import { PARTS, type Part, type Website, countOf, isFound, readWebsite } from '../../state/set-up/website.ts';
import type { StepProps } from './use-set-up.ts';
import styles from './SetUp.module.css';

/** The address of today's website, and what was found on it as ticks. */
export function WebsiteFinder({ form, change }: StepProps) {
  const { setUp } = useMessages();
  const website = useWebsite();
  const isRead = website.state !== 'idle' && website.address === form.website;
  const read = (): void => {
    if (form.website.trim() !== '') void readWebsite(form.website, form.timeZone);
  };
  return (
    <div className={styles['finder']}>
      <FieldRow>
        <TextField
          label={setUp.website()}
          value={form.website}
          onChange={(address) => change({ website: address })}
          error={website.failure === 'address' && isRead ? setUp.websiteAddress() : undefined}
          inputMode="url"
          spellCheck="false"
          autoComplete="url"
        />
        <Button size="large" onPress={read} isDisabled={form.website.trim() === ''} isBusy={website.state === 'reading'}>
          {isRead ? setUp.searchAgain() : setUp.search()}
        </Button>
      </FieldRow>
      <output className={styles['finderStatus']}>
        <Status website={website} />
      </output>
      {(website.state === 'reading' || website.state === 'read') && (
        <ul aria-label={setUp.partsLabel()} className={styles['parts']}>
          {PARTS.map((part) => (
            <PartRow
              key={part}
              part={part}
              website={website}
              isOn={form.takes.includes(part)}
              onChange={(isOn) => change({ takes: PARTS.filter((each) => (each === part ? isOn : form.takes.includes(each))) })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** How far the reading is. What was found is also said to screen readers, which do not see the rows fill. */
function Status({ website }: { readonly website: Website }) {
  const { setUp } = useMessages();
  const { list } = useFormats();
  const address = website.host ?? website.address.trim();
  if (website.state === 'reading') return setUp.searching({ address });
  if (website.state === 'failed')
    return website.failure === 'address' ? null : website.failure === 'busy' ? setUp.websiteBusy() : setUp.websiteFailed();
  if (website.state === 'idle') return null;
  const parts = PARTS.filter((part) => isFound(website, part) === true).map((part) => setUp.parts[part]());
  return parts.length === 0 ? (
    setUp.foundNothing({ address })
  ) : (
    <VisuallyHidden>{setUp.foundSummary({ address, parts: list(parts) })}</VisuallyHidden>
  );
}

function PartRow({
  part,
  website,
  isOn,
  onChange,
}: {
  readonly part: Part;
  readonly website: Website;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const { setUp } = useMessages();
  const found = isFound(website, part);
  return (
    <li>
      <Checkbox label={setUp.parts[part]()} isOn={isOn && found !== false} onChange={onChange} isDisabled={found !== true} />
      <span className={styles['partValue']}>
        {found === undefined && <span className={styles['partWaiting']}>{setUp.waiting()}</span>}
        {found === false && setUp.notFound()}
        {found === true && <PartValue part={part} website={website} />}
      </span>
    </li>
  );
}

function PartValue({ part, website }: { readonly part: Part; readonly website: Website }) {
  const { setUp } = useMessages();
  switch (part) {
    case 'logo':
      return <Logo website={website} />;
    case 'colors': {
      const { primary = '', highlight = '', accent = '', background = '' } = website.palette ?? {};
      const colors = [...new Set([primary, highlight, accent, background])];
      return (
        <>
          <VisuallyHidden>{setUp.colorList({ colors: colors.join(', ') })}</VisuallyHidden>
          <span aria-hidden="true" className={styles['partColors']}>
            {colors.map((color) => (
              <Swatch key={color} color={color} />
            ))}
          </span>
        </>
      );
    }
    case 'program':
      return setUp.programFound({ films: countOf(website.program?.films), shows: countOf(website.program?.shows) });
    case 'pages':
      return (website.pages ?? []).map(({ title }) => title).join(', ');
  }
}

/** The logo on the color of today's header, for which it was made. */
function Logo({ website: { logo, host = '', palette } }: { readonly website: Website }) {
  const { setUp } = useMessages();
  const picture = useProperties<HTMLImageElement>({ '--logo-surface': palette?.headerBackground ?? 'var(--panel)' });
  return <img ref={picture} className={styles['partLogo']} src={logo} alt={setUp.logoAlt({ address: host })} />;
}

function Swatch({ color }: { readonly color: string }) {
  const swatch = useProperties<HTMLElement>({ '--swatch': color });
  return <i ref={swatch} />;
}
