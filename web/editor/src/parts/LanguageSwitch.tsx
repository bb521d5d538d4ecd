import type { SiteLanguages } from '../state/content/languages.ts';
import { useFormats, useMessages } from '../state/messages.ts';
import { Segments } from './Choice.tsx';

/** Chooses the language that is edited. A dot says that texts are missing. Nothing for a site with one language. */
export function LanguageSwitch({
  languages,
  value,
  missing,
  onChange,
}: {
  readonly languages: SiteLanguages;
  readonly value: string;
  readonly missing: readonly string[];
  readonly onChange: (language: string) => void;
}) {
  const { fields } = useMessages();
  const { language } = useFormats();
  if (languages.others.length === 0) return null;
  return (
    <Segments
      label={fields.language()}
      value={value}
      options={[languages.main, ...languages.others].map((code) => ({
        value: code,
        label: language(code),
        lacks: missing.includes(code) ? fields.missing() : undefined,
      }))}
      onChange={onChange}
    />
  );
}
