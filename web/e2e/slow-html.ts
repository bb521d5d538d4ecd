// A proxy that delivers a page in two parts, as a slow connection does.

import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before a demo site. */
export interface SlowHtml {
  /** The URL of a path of the site through the proxy. */
  readonly url: (path: string) => string;
  /** Sends the second part of the page. */
  readonly release: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts a proxy before the site at `siteUrl`. It holds each HTML page back after the first `marker`, until it is released. */
export async function startSlowHtml(siteUrl: string, marker: string): Promise<SlowHtml> {
  const site = new URL(siteUrl);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: site.host, 'accept-encoding': 'identity' };
    const forwarded = request(
      { host: '127.0.0.1', port: site.port, path: incoming.url, method: incoming.method, headers },
      (response) => void respond(response, outgoing, marker, released),
    );
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line consistent-type-assertions -- a server on a port has this type
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => new URL(path, `http://${site.hostname}:${port}`).href,
    release,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  response: IncomingMessage,
  outgoing: ServerResponse,
  marker: string,
  released: Promise<void>,
): Promise<void> {
  const { 'content-length': _, ...headers } = response.headers;
  outgoing.writeHead(response.statusCode ?? 502, headers);
  if (headers['content-type']?.startsWith('text/html') !== true) {
    response.pipe(outgoing);
    return;
  }
  let html = '';
  for await (const chunk of response.setEncoding('utf8')) html += String(chunk);
  const position = html.indexOf(marker);
  if (position !== -1) {
    outgoing.write(html.slice(0, position + marker.length));
    await released;
  }
  outgoing.end(position === -1 ? html : html.slice(position + marker.length));
}
