import css from './Pill.module.css';

/** The class of a pill, for elements that must look like one. */
export const pillClass = css.pill ?? '';
