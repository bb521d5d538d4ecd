import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { useLater } from '../../state/later.tsx';
import { usePage } from '../../state/page.tsx';

/** Leads from where there is nothing yet to the films. */
export function SeeFilms() {
  const { site } = usePage();
  const { mine } = useLater();
  return (
    <ButtonLink kind="line" size="s" href={site.homeHref}>
      {mine.seeFilms()}
    </ButtonLink>
  );
}
