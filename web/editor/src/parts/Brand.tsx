import styles from './Brand.module.css';

/** The mark of Marquee. */
export const Brand = () => (
  <span className={styles['mark']} aria-hidden="true">
    <svg viewBox="0 0 24 24">
      <path d="M5 17V8.5l7 5.5 7-5.5V17" />
    </svg>
  </span>
);
