import styles from './Progress.module.css';

/** How much of a file is sent, 0 to 1; once all of it is, only that the server works. */
export function Progress({ label, sent }: { readonly label: string; readonly sent: number }) {
  return <progress className={styles['progress']} aria-label={label} {...(sent < 1 ? { value: sent } : {})} />;
}
