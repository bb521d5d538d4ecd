import { createContext } from 'react';

/** The label of a spinner without one of its own (PAGE-08). The page provides it in its language. */
export const LoadingLabel = createContext('Loading');
