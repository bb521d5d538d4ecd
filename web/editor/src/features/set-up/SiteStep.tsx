import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { RadioCards } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { SearchSelect } from '../../parts/SearchSelect.tsx';
import { useScreenTitle } from '../../parts/Surface.tsx';
import { LANGUAGES, useLanguage } from '../../state/messages.ts';
import { COUNTRIES } from '../../state/set-up/countries.ts';
import { timeZoneOptions } from '../../state/time-zones.ts';
import { NEEDS_HOST, type StepProps } from './use-set-up.ts';
import styles from './SetUp.module.css';

/** The heading of a step, which takes the focus unless a field does. */
export function StepHead({ title, lead }: { readonly title: string; readonly lead: ReactNode }) {
  const heading = useScreenTitle(title);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles['lead']}>{lead}</p>
    </>
  );
}

/** What the cinema is called, and where it is. */
export function SiteStep({ form, change, errors }: StepProps) {
  const { setUp } = useLanguage().messages;
  return (
    <>
      <StepHead title={setUp.siteTitle()} lead={setUp.siteLead()} />
      <div className={styles['fields']}>
        <TextField
          label={setUp.name()}
          value={form.name}
          onChange={(name) => change({ name })}
          error={errors.name}
          autoComplete="organization"
          isRequired
          autoFocus
        />
        <div className={styles['address']}>
          <TextField
            label={setUp.address()}
            value={form.address}
            onChange={(address) => change({ address })}
            error={errors.address}
            autoComplete="street-address"
          />
          <Region form={form} change={change} errors={errors} />
        </div>
        <div className={styles['pair']}>
          <RadioCards
            label={setUp.theaters()}
            value={form.isSingleLocation ? 'one' : 'several'}
            options={[
              { value: 'one', label: setUp.one(), hint: setUp.oneHint() },
              { value: 'several', label: setUp.several(), hint: setUp.severalHint() },
            ]}
            onChange={(value) => change({ isSingleLocation: value === 'one' })}
          />
        </div>
        <div className={styles['short']}>
          <TextField
            label={setUp.screens()}
            value={form.screens}
            onChange={(screens) => change({ screens: screens.replace(/\D/g, '') })}
            error={errors.screens}
            inputMode="numeric"
          />
        </div>
        {NEEDS_HOST && (
          <TextField
            label={setUp.host()}
            hint={setUp.hostHint()}
            value={form.host}
            onChange={(host) => change({ host })}
            error={errors.host}
            inputMode="url"
            spellCheck="false"
            autoComplete="off"
            isRequired
          />
        )}
      </div>
    </>
  );
}

/** Country, language and time zone: a line with what the browser says, and fields to change it. */
function Region({ form, change, errors }: StepProps) {
  const { locale, messages } = useLanguage();
  const { setUp } = messages;
  const [isOpen, setOpen] = useState(false);
  const hasError = errors.country !== undefined || errors.language !== undefined || errors.timeZone !== undefined;
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    const options = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }));
    return options.toSorted((a, b) => a.label.localeCompare(b.label, locale));
  }, [locale]);
  const zones = useMemo(() => timeZoneOptions(locale, form.timeZone), [locale, form.timeZone]);
  const languages = LANGUAGES.map((language) => ({ value: language.locale, label: language.name }));
  const nameIn = (options: readonly { readonly value: string; readonly label: string }[], key: string): string =>
    options.find(({ value }) => value === key)?.label ?? key;
  if (!isOpen && !hasError)
    return (
      <p className={styles['region']}>
        {setUp.region({
          country: nameIn(countries, form.country),
          language: nameIn(languages, form.language),
          timeZone: nameIn(zones, form.timeZone),
        })}{' '}
        <Button look="ghost" size="small" onPress={() => setOpen(true)}>
          {setUp.changeRegion()}
        </Button>
      </p>
    );
  return (
    <div className={styles['regions']}>
      <SearchSelect
        label={setUp.country()}
        options={countries}
        value={form.country}
        onChange={(country) => change({ country })}
        error={errors.country}
        isAutoFocused={isOpen}
      />
      <SearchSelect
        label={setUp.language()}
        options={languages}
        value={form.language}
        onChange={(language) => change({ language })}
        error={errors.language}
      />
      <SearchSelect
        label={setUp.timeZone()}
        options={zones}
        value={form.timeZone}
        onChange={(timeZone) => change({ timeZone })}
        error={errors.timeZone}
      />
    </div>
  );
}
