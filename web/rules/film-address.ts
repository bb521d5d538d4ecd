// The address of a film, `/movies/{id}-{title}/` (ROUTE-02).

/** The id of the film in its address; undefined for any other address, including those below a film's. */
export const filmIdOf = (href: string): string | undefined => /\/movies\/(\d+)(?:-[^/?#]*)?\/?(?:[?#]|$)/.exec(href)?.[1];
