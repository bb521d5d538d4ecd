import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Spinner } from './Spinner.tsx';

it('PAGE-08 a spinner without a label is labeled "Loading"', () => {
  expect(renderToStaticMarkup(<Spinner />)).toContain('>Loading<');
  expect(renderToStaticMarkup(<Spinner label="Chargement" />)).not.toContain('Loading');
});
