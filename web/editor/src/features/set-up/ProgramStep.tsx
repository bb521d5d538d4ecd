import { Icon } from '../../parts/Icon.tsx';
import { Tag } from '../../parts/Surface.tsx';
import { useMessages } from '../../state/messages.ts';
import { StepHead } from './SiteStep.tsx';
import styles from './SetUp.module.css';

/** How films and showtimes get into the site. */
export function ProgramStep() {
  const { setUp } = useMessages();
  return (
    <>
      <StepHead title={setUp.programTitle()} lead={setUp.programLead()} />
      <ul className={styles['ways']}>
        <li>
          <span className={styles['wayIcon']}>
            <Icon name="download" />
          </span>
          <div>
            <b>{setUp.import()}</b>
            <p>{setUp.importText()}</p>
            <code>marquee import --site KEY --format boxoffice FILE</code>
          </div>
        </li>
        <li>
          <span className={styles['wayIcon']}>
            <Icon name="keyboard" />
          </span>
          <div>
            <b>{setUp.type()}</b>
            <p>{setUp.typeText()}</p>
          </div>
          <Tag>{setUp.notYet()}</Tag>
        </li>
      </ul>
    </>
  );
}
