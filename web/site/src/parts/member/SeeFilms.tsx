import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { useLaterMessages } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';

/** A link to the films, for empty lists. */
export function SeeFilms() {
  const { site } = usePage();
  const { mine } = useLaterMessages();
  return (
    <ButtonLink kind="line" size="s" href={site.homeHref}>
      {mine.seeFilms()}
    </ButtonLink>
  );
}
