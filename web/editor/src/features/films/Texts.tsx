import { LanguageSwitch } from '../../parts/LanguageSwitch.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { languagesOf, missingLanguages } from '../../state/content/languages.ts';
import { FILM_FIELDS, LOCALIZED_FIELDS } from '../../state/films/fields.ts';
import { localizedPath } from '../../state/films/film.ts';
import { useMessages } from '../../state/messages.ts';
import type { FilmProps } from './FilmEditor.tsx';
import { FieldTable } from './FieldTable.tsx';
import { FieldRow } from './FieldRow.tsx';
import styles from './Film.module.css';

/** The texts and facts of a film, each beside what the feed says. */
export function Texts({
  state,
  film,
  source,
  language,
  onLanguage,
}: FilmProps & { readonly language: string; readonly onLanguage: (language: string) => void }) {
  const { films: words } = useMessages();
  const languages = languagesOf(state.content);
  const isMain = language === languages.main;
  const missing = missingLanguages(
    film.record,
    languages,
    LOCALIZED_FIELDS.map(({ name }) => name),
  );
  return (
    <>
      {languages.others.length > 0 && (
        <div className={styles['languages']}>
          <LanguageSwitch languages={languages} value={language} missing={missing} onChange={onLanguage} />
        </div>
      )}
      <FieldTable label={words.tabs.texts()} film={film} source={source}>
        {(isMain ? FILM_FIELDS : LOCALIZED_FIELDS).map((field) => (
          <FieldRow
            key={`${language} ${field.name}`}
            state={state}
            film={film}
            source={source}
            field={field}
            path={localizedPath(languages, language, field.name)}
          />
        ))}
      </FieldTable>
      <p className={styles['hint']}>
        <Icon name={film.isAdded ? 'pencil' : 'link'} small /> {film.isAdded ? words.typedInHint() : words.linkedHint()}
      </p>
    </>
  );
}
