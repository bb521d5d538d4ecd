import { TextField } from '../../parts/Field.tsx';
import { useFormats, useMessages } from '../../state/messages.ts';

/** How many points a role or an API key may adjust at once, at most `most`. `hint` replaces the text that says so. */
export function PointsField({
  typed,
  most,
  hint,
  isWrong,
  onChange,
}: {
  readonly typed: string;
  readonly most: number;
  readonly hint?: string | undefined;
  readonly isWrong: boolean;
  readonly onChange: (typed: string) => void;
}) {
  const { team } = useMessages();
  const { number } = useFormats();
  return (
    <TextField
      label={team.pointsAtOnce()}
      value={typed}
      onChange={onChange}
      inputMode="numeric"
      autoComplete="off"
      maxLength={14}
      hint={hint ?? team.upTo({ number: number(most) })}
      error={isWrong ? team.pointsInvalid({ number: number(most) }) : undefined}
    />
  );
}
