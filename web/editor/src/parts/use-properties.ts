import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Sets custom properties on an element through the DOM, because the policy refuses style attributes. */
export function useProperties<Element extends HTMLElement | SVGElement>(
  properties: Readonly<Record<string, string>>,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const json = JSON.stringify(properties);
  useLayoutEffect(() => {
    const entries: Readonly<Record<string, unknown>> = JSON.parse(json);
    for (const [name, value] of Object.entries(entries)) element.current?.style.setProperty(name, String(value));
  }, [json]);
  return element;
}
