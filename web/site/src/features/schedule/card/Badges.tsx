import type { CardItem } from '@marquee/api/schema.gen.ts';
import { Badge } from '@marquee/ui/Badge/Badge.tsx';
import { usePage } from '../../../state/page.ts';

/** The badge in words of the operator, NEW and PREVIEW (CONST-03). */
export function Badges({ film, small = false }: { film: CardItem; small?: boolean }) {
  const { messages } = usePage();
  return (
    <>
      {film.badgeText === undefined ? null : <Badge text={film.badgeText} small={small} />}
      {film.badges?.map((badge) =>
        badge === 'NEW' ? (
          <Badge key={badge} text={messages.common.new()} small={small} />
        ) : (
          <Badge key={badge} text={messages.common.preview()} kind="inverse" small={small} />
        ),
      )}
    </>
  );
}
