import { useEffect } from 'react';

/** After a form is submitted, its first invalid field has the focus, so that screen readers read what is wrong (ux 8). */
export function useFocusInvalid(): void {
  useEffect(() => {
    const listen = ({ target }: SubmitEvent): void => {
      // React has marked the fields before the next frame.
      requestAnimationFrame(() => {
        if (target instanceof Element) target.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      });
    };
    document.addEventListener('submit', listen);
    return () => document.removeEventListener('submit', listen);
  }, []);
}
