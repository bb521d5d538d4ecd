import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Button } from '../Button/Button.tsx';
import { LoadingLabel } from './loading-label.ts';
import { Spinner } from './Spinner.tsx';

it('PAGE-08 a spinner without a label is labeled "Loading", in the language of the page', () => {
  expect(renderToStaticMarkup(<Spinner />)).toContain('>Loading<');
  expect(
    renderToStaticMarkup(
      <LoadingLabel value="Chargement">
        <Spinner />
      </LoadingLabel>,
    ),
  ).toContain('>Chargement<');
  expect(renderToStaticMarkup(<Spinner label="Paying" />)).not.toContain('Loading');
});

it('PAGE-08 so is the spinner of a busy button', () => {
  expect(renderToStaticMarkup(<Button busy>Save</Button>)).toMatch(/<output [^>]*>Loading<\/output>/);
  expect(
    renderToStaticMarkup(
      <Button busy busyLabel="Saving">
        Save
      </Button>,
    ),
  ).toMatch(/<output [^>]*>Saving<\/output>/);
  // The output is there before it has a text, or screen readers would not announce it.
  expect(renderToStaticMarkup(<Button busy={false}>Save</Button>)).toMatch(/<output [^>]*><\/output>/);
  expect(renderToStaticMarkup(<Button>Save</Button>)).not.toContain('<output');
});
