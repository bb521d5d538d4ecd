import css from './Pill.module.css';

/** The class of elements that look like a pill. */
export const pillClass = css.pill ?? '';
