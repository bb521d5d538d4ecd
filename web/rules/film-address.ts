// The address of a film, `/movies/{id}-{title}/` (ROUTE-02).

/** The id of the film in its address; undefined for another address, also one below a film's. */
export const filmIdOf = (href: string): string | undefined => /\/movies\/(\d+)(?:-[^/?#]*)?\/?(?:[?#]|$)/.exec(href)?.[1];
