import { useOpenSite } from '../state/drafts.ts';
import { useMessages } from '../state/messages.ts';
import { templateAddress } from '../state/program/spreadsheet.ts';

/** Links to spreadsheets with the columns and an example. */
export function TemplateLinks() {
  const { program: words } = useMessages();
  const { site } = useOpenSite();
  return (
    <>
      <a href={templateAddress(site.key, 'xlsx')} download="program.xlsx">
        {words.sheetTemplate()}
      </a>
      {' · '}
      <a href={templateAddress(site.key, 'csv')} download="program.csv">
        {words.sheetTemplateCsv()}
      </a>
    </>
  );
}
