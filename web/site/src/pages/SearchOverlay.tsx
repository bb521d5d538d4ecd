import { TagTimes } from '../features/programme/time/TagTimes.tsx';
import { SearchDialog } from '../features/search/SearchDialog.tsx';

/** The search dialog with the programme's times in it. */
export function SearchOverlay({ onClose }: { onClose: () => void }) {
  return <SearchDialog Times={TagTimes} onClose={onClose} />;
}
