import { type FormEvent, useMemo, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { SearchSelect } from '../../parts/SearchSelect.tsx';
import { Note, Stack } from '../../parts/Surface.tsx';
import {
  type NewTheater,
  type TheaterFault,
  becomesCircuit,
  nameFault,
  slugFault,
  usualTimeZone,
} from '../../state/content/added-theaters.ts';
import { slugOf } from '../../state/content/slug.ts';
import { useLanguage, useMessages } from '../../state/messages.ts';
import { timeZoneOptions } from '../../state/time-zones.ts';

/** Asks for what a new theater needs. */
export function NewTheaterDialog({
  content,
  onAdd,
  onClose,
}: {
  readonly content: unknown;
  readonly onAdd: (theater: NewTheater) => void;
  readonly onClose: () => void;
}) {
  const { theaters: words, common } = useMessages();
  const { locale } = useLanguage();
  const faultText = useFaultText();
  const [name, setName] = useState('');
  const [city, setCity] = useState('');
  const [typedSlug, setSlug] = useState<string>();
  const [timeZone, setTimeZone] = useState(() => usualTimeZone(content));
  const zones = useMemo(() => timeZoneOptions(locale, timeZone), [locale, timeZone]);
  const slug = typedSlug ?? slugOf(name);
  const wrongName = nameFault(content, name);
  // The address of a name that is taken is taken, too.
  const wrongSlug = wrongName === undefined ? slugFault(content, slug) : undefined;
  const isReady = wrongName === undefined && wrongSlug === undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) onAdd({ name, slug, city, timeZone });
  };
  return (
    <Dialog
      title={words.create()}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" type="submit" form="new-theater" isDisabled={!isReady}>
            {words.add()}
          </Button>
        </>
      }
    >
      <form id="new-theater" onSubmit={submit}>
        <Stack>
          <TextField
            label={words.name()}
            value={name}
            onChange={setName}
            error={name === '' ? undefined : faultText(wrongName)}
            autoFocus
            maxLength={200}
            isRequired
          />
          <TextField label={words.city()} value={city} onChange={setCity} />
          <SearchSelect label={words.timeZone()} options={zones} value={timeZone} onChange={setTimeZone} />
          <TextField
            label={words.address()}
            value={slug}
            onChange={setSlug}
            hint={words.addressHint()}
            error={faultText(wrongSlug)}
            isMono
          />
          {becomesCircuit(content) && (
            <Note mood="warn" title={words.second()}>
              {words.secondText()}
            </Note>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

/** What is wrong with a name or an address, in words. */
function useFaultText(): (fault: TheaterFault | undefined) => string | undefined {
  const { theaters: words } = useMessages();
  return (fault) => {
    if (fault === undefined) return undefined;
    switch (fault.kind) {
      case 'nameMissing':
        return words.nameRequired();
      case 'nameTaken':
        return words.nameTaken({ name: fault.other });
      case 'slugMissing':
        return words.addressRequired();
      case 'slugInvalid':
        return words.addressInvalid();
      case 'slugTaken':
        return words.addressTaken({ name: fault.other });
    }
  };
}
