import { useMessages } from '../../state/messages.ts';

/** A running time in words: `1 h 42 min`. */
export function useLengthWords(): (runtime: number) => string {
  const { program } = useMessages();
  return (runtime) => program.length({ hours: Math.floor(runtime / 60), minutes: runtime % 60 });
}

/** The rating, the length and the directors of a film in one line. */
export function useFilmFacts(): (film: {
  readonly certificate: string;
  readonly runtime: number | undefined;
  readonly directors: readonly string[];
}) => string {
  const length = useLengthWords();
  return ({ certificate, runtime, directors }) =>
    [certificate, runtime === undefined ? '' : length(runtime), directors.join(', ')].filter((part) => part !== '').join(' · ');
}
