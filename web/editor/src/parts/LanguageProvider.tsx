import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { LanguageContext, type Texts, loadTexts } from '../state/messages.ts';

interface Loaded extends Texts {
  readonly locale: string;
}

/** Gives the editor its language. A change loads the other texts and keeps the screen. */
export function LanguageProvider({ initial, children }: { readonly initial: Loaded; readonly children: ReactNode }) {
  const [loaded, setLoaded] = useState(initial);
  const client = useQueryClient();
  const choose = useCallback(
    async (locale: string) => {
      setLoaded({ locale, ...(await loadTexts(locale, true)) });
      // The server has written the remarks of reports in the language before.
      await client.invalidateQueries({ queryKey: ['feeds'] });
    },
    [client],
  );
  const language = useMemo(
    () => ({
      ...loaded,
      change: (locale: string) => void choose(locale),
    }),
    [loaded, choose],
  );
  return (
    <LanguageContext value={language}>
      <I18nProvider locale={loaded.locale}>{children}</I18nProvider>
    </LanguageContext>
  );
}
