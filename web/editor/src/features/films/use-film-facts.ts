import { useMessages } from '../../state/messages.ts';

/** A running time in words: `1 h 42 min`. */
export function useLengthWords(): (runtime: number) => string {
  const { program } = useMessages();
  return (runtime) => program.length({ hours: Math.floor(runtime / 60), minutes: runtime % 60 });
}

/** The rating and the length of a film in one line. */
export function useFilmFacts(): (film: { readonly certificate: string; readonly runtime: number | undefined }) => string {
  const length = useLengthWords();
  return ({ certificate, runtime }) =>
    [certificate, runtime === undefined ? '' : length(runtime)].filter((part) => part !== '').join(' · ');
}
