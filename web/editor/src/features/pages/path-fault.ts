import type { PathFault } from '../../state/content/pages.ts';
import { useMessages } from '../../state/messages.ts';

/** The words for why a page cannot have an address. */
export function usePathFaultText(): (fault: PathFault) => string {
  const { pages } = useMessages();
  return (fault) => ({ form: pages.pathForm, taken: pages.pathTaken, reserved: pages.pathReserved })[fault]();
}
