import { withoutLibraryParameters } from '@marquee/rules/analytics/addresses.ts';
import { replaceQuery } from '../../address.ts';

/** Removes the parameters from the page's URL that the analytics library would execute as commands when it is created. */
export function removeAnalyticsCommands(): void {
  const search = withoutLibraryParameters(location.search);
  if (search !== location.search) replaceQuery(search);
}
