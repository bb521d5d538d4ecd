import { Select } from '../../parts/Choice.tsx';
import { Card, Empty, Table } from '../../parts/Surface.tsx';
import { isOfFilmsOnly, withMatch } from '../../state/feeds/form.ts';
import { useMessages } from '../../state/messages.ts';
import type { Connection } from './use-connect.ts';
import { useSiteTheaters } from './words.tsx';
import styles from './Feeds.module.css';

/** Which theater of the feed is which theater of the site. */
export function TheaterStep({ connection: { form, change, trial } }: { readonly connection: Connection }) {
  const { feeds: words, programImport } = useMessages();
  const theaters = useSiteTheaters();
  const found = trial?.theaters ?? [];
  if (found.length === 0)
    return (
      <Card>
        <Empty title={words.noTheaters()}>{words.filmsOnly()}</Empty>
      </Card>
    );
  return (
    <Card>
      <Table label={words.steps.theaters()} narrow="rows">
        <thead>
          <tr>
            <th scope="col">{words.inFeed()}</th>
            <th scope="col">{words.onSite()}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ id, name, shows }) => (
            <tr key={id}>
              <th scope="row">
                <span className={styles['lines']}>
                  {name === '' ? id : name}
                  <small>{programImport.showCount({ count: shows })}</small>
                </span>
              </th>
              <td data-label={words.onSite()}>
                <Select
                  label={words.theaterFor({ name: name === '' ? id : name })}
                  isLabelHidden
                  value={form.theaters.find(({ feed }) => feed === id)?.theater ?? ''}
                  options={[
                    ...theaters.map((theater) => ({ value: theater.id, label: theater.name })),
                    { value: '', label: words.doNotImport() },
                  ]}
                  onChange={(theater) => change({ theaters: withMatch(form.theaters, id, theater === '' ? undefined : theater) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <output className={styles['foot']}>{isOfFilmsOnly(form) && words.filmsOnly()}</output>
    </Card>
  );
}
