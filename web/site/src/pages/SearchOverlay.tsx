import { TagTimes } from '../features/schedule/time/TagTimes.tsx';
import { SearchDialog } from '../features/search/SearchDialog.tsx';

/** The search dialog with showtimes from the feature `schedule`. */
export function SearchOverlay({ onClose }: { onClose: () => void }) {
  return <SearchDialog Times={TagTimes} onClose={onClose} />;
}
