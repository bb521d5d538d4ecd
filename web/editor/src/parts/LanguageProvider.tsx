import { type ReactNode, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type EditorMessages, LanguageContext, loadMessages } from '../state/messages.ts';

interface Loaded {
  readonly locale: string;
  readonly messages: EditorMessages;
}

/** Gives the editor its language. A change loads the other texts and keeps the screen. */
export function LanguageProvider({ initial, children }: { readonly initial: Loaded; readonly children: ReactNode }) {
  const [loaded, setLoaded] = useState(initial);
  const language = useMemo(
    () => ({
      ...loaded,
      change: (locale: string) => void loadMessages(locale, true).then((messages) => setLoaded({ locale, messages })),
    }),
    [loaded],
  );
  return (
    <LanguageContext value={language}>
      <I18nProvider locale={loaded.locale}>{children}</I18nProvider>
    </LanguageContext>
  );
}
