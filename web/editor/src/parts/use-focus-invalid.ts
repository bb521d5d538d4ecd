import { useEffect } from 'react';

/** Focuses the first invalid field of a form, so that screen readers read what is wrong (ux 8). */
export const focusFirstInvalid = (form: Element | null): void => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();

/** After a form is submitted, its first invalid field has the focus. */
export function useFocusInvalid(): void {
  useEffect(() => {
    const listen = ({ target }: SubmitEvent): void => {
      // React has marked the fields before the next frame.
      requestAnimationFrame(() => {
        if (target instanceof Element) focusFirstInvalid(target);
      });
    };
    document.addEventListener('submit', listen);
    return () => document.removeEventListener('submit', listen);
  }, []);
}
