import { Radio, RadioGroup } from 'react-aria-components';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { type DrawnLook, lookName, useLookFonts } from '../../state/set-up/looks.ts';
import { EVENING } from './LookPreview.tsx';
import { StepHead } from './SiteStep.tsx';
import { WebsiteFinder } from './WebsiteFinder.tsx';
import type { StepProps } from './use-set-up.ts';
import styles from './SetUp.module.css';

/** Today's website, then the looks as thumbnails. Arrows move between them. */
export function LookStep({ form, change, errors, looks }: StepProps & { readonly looks: readonly DrawnLook[] | undefined }) {
  // A look that is chosen shows its own colors.
  const choose = (look: string): void => change({ look, takes: form.takes.filter((part) => part !== 'colors') });
  const { setUp, common } = useMessages();
  return (
    <>
      <StepHead title={setUp.lookTitle()} lead={setUp.lookLead()} />
      <WebsiteFinder form={form} change={change} errors={errors} />
      <h2>{setUp.orLook()}</h2>
      {looks === undefined ? (
        <Skeleton label={common.loading()} />
      ) : (
        <RadioGroup
          aria-label={setUp.look()}
          value={looks.some(({ id }) => id === form.look) ? form.look : (looks[0]?.id ?? '')}
          onChange={choose}
          isInvalid={errors.look !== undefined}
          orientation="horizontal"
          className={styles['looks'] ?? ''}
        >
          {looks.map((look) => (
            <LookRadio key={look.id} look={look} />
          ))}
        </RadioGroup>
      )}
      {errors.look !== undefined && (
        <p className={styles['failure']} role="alert">
          {errors.look}
        </p>
      )}
    </>
  );
}

function LookRadio({ look }: { readonly look: DrawnLook }) {
  const messages = useMessages();
  const { time } = useFormats();
  const colors = useProperties<HTMLSpanElement>(look.properties);
  useLookFonts(look);
  return (
    <Radio value={look.id} className={styles['look'] ?? ''}>
      {({ isSelected }) => (
        <>
          <span ref={colors} className={styles['thumbnail']} aria-hidden="true">
            <span className={styles['thumbnailHead']}>
              <i />
              <i />
              <i />
              <i />
            </span>
            <span className={styles['thumbnailBody']}>
              <span>
                <b>{messages.setUp.sample.tonight({ time: time(EVENING) })}</b>
                <span className={styles['thumbnailTimes']}>
                  <i />
                  <i />
                </span>
              </span>
              <i className={styles['thumbnailPoster']} />
            </span>
          </span>
          <span className={styles['lookName']}>
            {lookName(look.id, messages)}
            {isSelected && <Icon name="check" small />}
          </span>
        </>
      )}
    </Radio>
  );
}
