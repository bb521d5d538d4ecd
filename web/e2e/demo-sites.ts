// The sites of a demo server, which have different host names.

/** A site: Aster is a circuit, Meridian a single theater. */
export type DemoSite = keyof typeof HOSTS;

const HOSTS = { aster: 'aster.localhost', meridian: 'localhost' } as const;

/** The URL of a path on a site of the server with this port. */
export const siteUrl = (port: number, site: DemoSite, path: string): string => `http://${HOSTS[site]}:${port}${path}`;
