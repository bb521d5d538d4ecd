import { text } from '@marquee/api/json.ts';
import { deriveTheme } from '@marquee/rules/theme/derive.ts';
import { Card, Quiet } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { MAX_HEADER_LINKS, menuListsOf } from '../../state/content/menus.ts';
import { layoutOf, themeColorsOf } from '../../state/design/theme.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './Menus.module.css';

/** The links of the header in its colors. */
export function HeaderPreview({ content }: { readonly content: unknown }) {
  const { menus, design } = useMessages();
  const { site } = useOpenSite();
  const { colors } = deriveTheme(themeColorsOf(content));
  const strip = useProperties<HTMLDivElement>({
    '--paper-color': colors.headerBackground,
    '--mark-color': colors.readableOnHeaderBackground,
  });
  const [header] = menuListsOf(content);
  return (
    <Card title={menus.header()} trailing={<Quiet>{design.layouts[layoutOf(content).headerLayout]()}</Quiet>}>
      <div ref={strip} className={styles['strip']} aria-hidden="true">
        <b>{site.name}</b>
        {header?.items.slice(0, MAX_HEADER_LINKS).map((link, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- links have no identity
          <span key={index}>{text(link['label'])}</span>
        ))}
      </div>
    </Card>
  );
}

/** The columns and the legal line in the colors of the footer. */
export function FooterPreview({ content }: { readonly content: unknown }) {
  const { menus, design } = useMessages();
  const { colors } = deriveTheme(themeColorsOf(content));
  const strip = useProperties<HTMLDivElement>({
    '--paper-color': colors.footerBackground,
    '--mark-color': colors.readableOnFooterBackground,
  });
  const lists = menuListsOf(content);
  const legal = lists.find(({ id }) => id === 'legal');
  return (
    <Card title={menus.footer()} trailing={<Quiet>{design.layouts[layoutOf(content).footerLayout]()}</Quiet>}>
      <div ref={strip} className={styles['foot']} aria-hidden="true">
        <div className={styles['footColumns']}>
          {lists
            .filter(({ column }) => column !== undefined)
            .map(({ id, title, items }) => (
              <div key={id}>
                <b>{title}</b>
                {items.map((link, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- links have no identity
                  <span key={index}>{text(link['label'])}</span>
                ))}
              </div>
            ))}
        </div>
        <div className={styles['legal']}>
          {legal?.items.map((link, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- links have no identity
            <span key={index}>{text(link['label'])}</span>
          ))}
        </div>
      </div>
    </Card>
  );
}
