import { list, text } from '@marquee/api/json.ts';
import { type ReactNode, useState } from 'react';
import { Checkbox, Select } from '../../parts/Choice.tsx';
import { Changed, DraftText, TypedField } from '../../parts/DraftField.tsx';
import { FeedProvider } from '../../parts/FeedMark.tsx';
import { LanguageSwitch } from '../../parts/LanguageSwitch.tsx';
import { PictureField, Thumbnail } from '../../parts/Picture.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Restricted, RestrictionNote } from '../../parts/Restricted.tsx';
import { Card, Stack } from '../../parts/Surface.tsx';
import { useNamedField, useNamedLanguage } from '../../parts/use-named-field.ts';
import { languagesOf, localizedPointer, missingLanguages } from '../../state/content/languages.ts';
import { type ContentRecord, recordPointer } from '../../state/content/records.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { usePart } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { useFeedTheater } from '../../state/theaters.ts';
import { Accessibility } from './Accessibility.tsx';
import { Alert } from './Alert.tsx';
import { Closures } from './Closures.tsx';
import { Hours } from './Hours.tsx';
import { RemoveTheater } from './RemoveTheater.tsx';
import { Screens } from './Screens.tsx';

export interface TheaterProps {
  readonly state: DraftState;
  readonly theater: ContentRecord;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** The fields of a theater. `action` is below them. */
export function TheaterForm({ state, theater, action }: TheaterProps & { readonly action?: ReactNode }) {
  const { isKnown, record } = useFeedTheater(theater.id);
  const feed = record === undefined ? undefined : { pointer: recordPointer('theaters', theater.id), record };
  useNamedField();
  const isPublished = valueAt(state.server.live, recordPointer('theaters', theater.id)) !== undefined;
  return (
    <FeedProvider feed={feed}>
      <RestrictionNote permission="editProgram" theater={theater.id} />
      <div className={layout['columns']}>
        <Stack>
          {/* Visitors must know a theater before they can read its alert. */}
          {isPublished && <Alert content={state.content} live={state.server.live} theater={theater} />}
          <Restricted permission="editProgram" theater={theater.id}>
            <Facts theater={theater} />
            <Accessibility theater={theater} />
            <Texts state={state} theater={theater} />
            <Week theater={theater} />
          </Restricted>
        </Stack>
        <Stack>
          <Restricted permission="editProgram" theater={theater.id}>
            <Hours theater={theater} />
            <Closures state={state} theater={theater} />
            <Screens theater={theater} />
            <Picture theater={theater} />
          </Restricted>
          {isKnown && record === undefined && <RemoveTheater state={state} theater={theater} />}
          {action}
        </Stack>
      </div>
    </FeedProvider>
  );
}

function Facts({ theater }: { readonly theater: ContentRecord }) {
  const { theaters: words } = useMessages();
  const at = (...names: readonly string[]): string => recordPointer('theaters', theater.id, ...names);
  return (
    <Card title={words.facts()}>
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <div className={layout['pair']}>
          <DraftText
            pointer={at('name')}
            label={words.name()}
            error={theater.name.trim() === '' ? words.nameRequired() : undefined}
          />
          <DraftText pointer={at('phone')} label={words.phone()} type="tel" isOptional />
          <DraftText pointer={at('email')} label={words.email()} type="email" isOptional />
        </div>
        <div className={layout['pair']}>
          <DraftText pointer={at('address', 'street')} label={words.street()} />
          <DraftText pointer={at('address', 'city')} label={words.city()} />
          <DraftText pointer={at('address', 'region')} label={words.region()} />
          <DraftText pointer={at('address', 'postalCode')} label={words.postalCode()} />
          <DraftText pointer={at('address', 'country')} label={words.country()} hint={words.countryHint()} maxLength={2} />
          <DraftText pointer={at('timeZone')} label={words.timeZone()} hint={words.timeZoneHint()} />
          <DraftText pointer={at('slug')} label={words.slug()} hint={words.slugHint()} />
          <DraftText
            pointer={at('ticketingProvider')}
            label={words.ticketingProvider()}
            hint={words.ticketingProviderHint()}
            isOptional
          />
        </div>
        <Directions theater={theater} />
      </div>
    </Card>
  );
}

interface Geo {
  readonly lat: number;
  readonly lon: number;
}

/** `41.796, -86.7422` */
function parseGeo(typed: string): { readonly value: Geo | undefined } | undefined {
  if (typed.trim() === '') return { value: undefined };
  const [lat, lon, ...rest] = typed
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (lat === undefined || lon === undefined || rest.length > 0) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { value: { lat, lon } } : undefined;
}

/** Where the theater is on a map. */
function Directions({ theater }: { readonly theater: ContentRecord }) {
  const { theaters: words } = useMessages();
  const pointer = recordPointer('theaters', theater.id, 'geo');
  const [, change] = usePart(pointer);
  const lat = usePartNumber(theater, 'lat');
  const lon = usePartNumber(theater, 'lon');
  const [isWrong, setWrong] = useState(false);
  return (
    <Changed pointer={pointer} of={words.directions()}>
      <TypedField<Geo | undefined>
        label={words.directions()}
        value={lat === undefined || lon === undefined ? undefined : { lat, lon }}
        format={(geo) => (geo === undefined ? '' : `${geo.lat}, ${geo.lon}`)}
        parse={(typed) => {
          const read = parseGeo(typed);
          setWrong(read === undefined);
          return read;
        }}
        onChange={change}
        hint={words.directionsHint()}
        error={isWrong ? words.directionsWrong() : undefined}
      />
    </Changed>
  );
}

const usePartNumber = (theater: ContentRecord, name: string): number | undefined => {
  const [value] = usePart(recordPointer('theaters', theater.id, 'geo', name));
  return typeof value === 'number' ? value : undefined;
};

function Texts({ state, theater }: TheaterProps) {
  const { theaters: words } = useMessages();
  const languages = languagesOf(state.content);
  const [chosen, setLanguage] = useState(useNamedLanguage());
  const language = languages.others.includes(chosen) ? chosen : languages.main;
  const isMain = language === languages.main;
  const pointer = (name: string): string => localizedPointer(recordPointer('theaters', theater.id), languages, language, name);
  const missing = missingLanguages(theater.record, languages, ['description', 'hours', 'accessibilityNote']);
  const placeholder = (name: string): string => (isMain ? '' : text(theater.record[name]));
  return (
    <Card
      title={words.texts()}
      trailing={<LanguageSwitch languages={languages} value={language} missing={missing} onChange={setLanguage} />}
    >
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <DraftText
          pointer={pointer('hours')}
          label={words.hours()}
          hint={words.hoursHint()}
          placeholder={placeholder('hours')}
          isOptional
        />
        <DraftText
          pointer={pointer('accessibilityNote')}
          label={words.accessibility.note()}
          hint={words.accessibility.noteHint()}
          placeholder={placeholder('accessibilityNote')}
          isOptional
        />
        <DraftText
          pointer={pointer('description')}
          label={words.description()}
          placeholder={placeholder('description')}
          isOptional={!isMain}
          isMultiline
        />
      </div>
    </Card>
  );
}

/** Days that repeat every week. */
function Week({ theater }: { readonly theater: ContentRecord }) {
  const { theaters: words } = useMessages();
  const { weekday } = useFormats();
  const closedPointer = recordPointer('theaters', theater.id, 'closedWeekdays');
  const startPointer = recordPointer('theaters', theater.id, 'playWeekStart');
  const [value, change] = usePart(closedPointer);
  const [start, changeStart] = usePart(startPointer);
  const closed = list(value);
  const toggle = (day: number, isOn: boolean): void => {
    const next = WEEKDAYS.filter((other) => (other === day ? isOn : closed.includes(other)));
    change(next.length === 0 ? undefined : next);
  };
  return (
    <Card title={words.week()}>
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <Changed pointer={closedPointer} of={words.closedWeekdays()}>
          <fieldset aria-label={words.closedWeekdays()}>
            <p>{words.closedWeekdays()}</p>
            <div className={layout['checks']}>
              {WEEKDAYS.map((day) => (
                <Checkbox key={day} label={weekday(day)} isOn={closed.includes(day)} onChange={(isOn) => toggle(day, isOn)} />
              ))}
            </div>
          </fieldset>
        </Changed>
        <Changed pointer={startPointer} of={words.playWeekStart()}>
          <Select
            label={words.playWeekStart()}
            value={text(start)}
            options={[
              { value: '', label: words.asSite() },
              ...WEEKDAYS.map((day) => ({ value: String(day), label: weekday(day) })),
            ]}
            onChange={(next) => changeStart(next === '' ? undefined : Number(next))}
          />
        </Changed>
      </div>
    </Card>
  );
}

function Picture({ theater }: { readonly theater: ContentRecord }) {
  const { theaters: words } = useMessages();
  const pointer = recordPointer('theaters', theater.id, 'picture');
  const [value, change] = usePart(pointer);
  return (
    <Card title={words.picture()}>
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <Thumbnail picture={text(value)} size="large" />
        <Changed pointer={pointer} of={words.picture()}>
          <PictureField
            label={words.pictureFile()}
            value={text(value)}
            onChange={(next) => change(next === '' ? undefined : next)}
          />
        </Changed>
      </div>
    </Card>
  );
}
