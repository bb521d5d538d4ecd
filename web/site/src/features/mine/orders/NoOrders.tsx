import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { useLater } from '../../../state/later.tsx';
import { Empty } from '../../../state/member/States.tsx';
import { usePage } from '../../../state/page.tsx';

/** Nothing was ordered yet. */
export function NoOrders() {
  const { site } = usePage();
  const { mine } = useLater();
  return (
    <Empty title={mine.ordersEmpty()} text={mine.ordersHint()}>
      <ButtonLink kind="line" size="s" href={site.homeHref}>
        {mine.seeFilms()}
      </ButtonLink>
    </Empty>
  );
}
