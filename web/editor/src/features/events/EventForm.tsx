import { list, text } from '@marquee/api/json.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Choice.tsx';
import { Changed, DraftText } from '../../parts/DraftField.tsx';
import { FilmPicker } from '../../parts/FilmPicker.tsx';
import { LanguageSwitch } from '../../parts/LanguageSwitch.tsx';
import { PictureField, Thumbnail } from '../../parts/Picture.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { SuggestField } from '../../parts/SuggestField.tsx';
import { Card, Stack } from '../../parts/Surface.tsx';
import { useNamedField, useNamedLanguage } from '../../parts/use-named-field.ts';
import { languagesOf, localizedPointer, missingLanguages } from '../../state/content/languages.ts';
import { type ContentRecord, addedRecord, recordPointer, recordsOf, removedRecord } from '../../state/content/records.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { screenPath, withBase } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { EventDates } from './EventDates.tsx';
import { EventListing } from './EventListing.tsx';

/** How long the line below the title can be. */
const SUMMARY_LIMIT = 60;

interface EventProps {
  readonly state: DraftState;
  readonly event: ContentRecord;
}

/** The fields of an event. The title of a new one has the focus. */
export function EventForm({ state, event, isNew }: EventProps & { readonly isNew: boolean }) {
  useNamedField();
  return (
    <div className={layout['columns']}>
      <Stack>
        <Texts state={state} event={event} isNew={isNew} />
        <EventDates state={state} event={event} />
      </Stack>
      <Stack>
        <Picture state={state} event={event} />
        <Films state={state} event={event} />
        <Theaters state={state} event={event} />
        <EventListing state={state} event={event} />
        <Remove state={state} event={event} />
      </Stack>
    </div>
  );
}

function Texts({ state, event, isNew }: EventProps & { readonly isNew: boolean }) {
  const { events: words } = useMessages();
  const languages = languagesOf(state.content);
  const [chosen, setLanguage] = useState(useNamedLanguage());
  const language = languages.others.includes(chosen) ? chosen : languages.main;
  const isMain = language === languages.main;
  const missing = missingLanguages(event.record, languages, ['title', 'summary', 'description']);
  const pointer = (name: string): string => localizedPointer(recordPointer('events', event.id), languages, language, name);
  const placeholder = (name: string): string => (isMain ? '' : text(event.record[name]));
  return (
    <Card
      title={words.texts()}
      trailing={<LanguageSwitch languages={languages} value={language} missing={missing} onChange={setLanguage} />}
    >
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <div className={layout['pair']}>
          <DraftText
            pointer={pointer('title')}
            label={words.title()}
            isOptional={!isMain}
            placeholder={placeholder('title')}
            error={isMain && event.name.trim() === '' ? words.titleRequired() : undefined}
            autoFocus={isNew}
          />
          {isMain && <Kind event={event} />}
        </div>
        <DraftText
          pointer={pointer('summary')}
          label={words.summary()}
          limit={SUMMARY_LIMIT}
          isOptional={!isMain}
          placeholder={placeholder('summary')}
        />
        <DraftText
          pointer={pointer('description')}
          label={words.text()}
          isOptional={!isMain}
          placeholder={placeholder('description')}
          isMultiline
        />
        {isMain && (
          <DraftText
            pointer={recordPointer('events', event.id, 'slug')}
            label={words.address()}
            hint={words.addressHint()}
            isMono
          />
        )}
      </div>
    </Card>
  );
}

const KINDS = ['single', 'series', 'broadcast', 'preview', 'festival'] as const;

/** What visitors read as the type of the event: one of the usual ones, or own words. */
function Kind({ event }: { readonly event: ContentRecord }) {
  const { events: words } = useMessages();
  const pointer = recordPointer('events', event.id, 'type');
  const [value, change] = usePart(pointer);
  return (
    <Changed pointer={pointer} of={words.kind()}>
      <SuggestField
        label={words.kind()}
        hint={words.kindHint()}
        values={KINDS.map((kind) => words.kinds[kind]())}
        value={text(value)}
        onChange={change}
      />
    </Changed>
  );
}

function Picture({ state, event }: EventProps) {
  const { events: words, pages } = useMessages();
  const { language } = useFormats();
  const pointer = recordPointer('events', event.id, 'picture');
  const [value, change] = usePart(pointer);
  const languages = languagesOf(state.content);
  const picture = text(value);
  return (
    <Card title={words.picture()} trailing="16:10">
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <Thumbnail picture={picture} size="large" />
        <Changed pointer={pointer} of={words.picture()}>
          <PictureField label={words.pictureFile()} value={picture} onChange={(next) => change(next === '' ? undefined : next)} />
        </Changed>
        {picture !== '' && (
          <>
            <DraftText pointer={recordPointer('events', event.id, 'pictureAlt')} label={words.alt()} hint={words.altHint()} />
            {languages.others.map((code) => (
              <DraftText
                key={code}
                pointer={localizedPointer(recordPointer('events', event.id), languages, code, 'pictureAlt')}
                label={pages.inLanguage({ name: words.alt(), language: language(code) })}
                isOptional
              />
            ))}
          </>
        )}
      </div>
    </Card>
  );
}

function Films({ state, event }: EventProps) {
  const { events: words } = useMessages();
  const [value, change] = usePart(recordPointer('events', event.id, 'movieIds'));
  return (
    <Card title={words.films()}>
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <FilmPicker content={state.content} label={words.films()} ids={list(value).map(text)} onChange={change} />
      </div>
    </Card>
  );
}

function Theaters({ state, event }: EventProps) {
  const { events: words } = useMessages();
  const [value, change] = usePart(recordPointer('events', event.id, 'theaterIds'));
  const theaters = recordsOf(state.content, 'theaters');
  const ids = list(value).map(text);
  if (theaters.length < 2) return null;
  return (
    <Card title={words.theaters()}>
      <fieldset className={`${layout['fields']} ${layout['headed']}`} aria-label={words.theaters()}>
        {ids.length === 0 && <p className={layout['hint']}>{words.everywhere()}</p>}
        {theaters.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            isOn={ids.includes(id)}
            onChange={(isOn) => change(isOn ? [...ids, id] : ids.filter((other) => other !== id))}
          />
        ))}
      </fieldset>
    </Card>
  );
}

function Remove({ state, event }: EventProps) {
  const { events: words, common } = useMessages();
  const { site, draft } = useOpenSite();
  const router = useRouter();
  if (!can(site, 'editProgram')) return null;
  const remove = (): void => {
    const index = recordsOf(state.content, 'events').findIndex(({ id }) => id === event.id);
    draft.edit(removedRecord(state.content, 'events', event.id));
    showToast(words.removed({ title: event.name }), {
      label: common.undo(),
      onAction: () => draft.edit(addedRecord(draft.state()?.content, 'events', event.record, index)),
    });
    void router.navigate({ href: withBase(screenPath(site.key, 'events')) });
  };
  return (
    <Button icon="trash" onPress={remove}>
      {words.remove()}
    </Button>
  );
}
