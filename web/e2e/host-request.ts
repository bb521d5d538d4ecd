// Requests to a host of the server without a browser. Only browsers resolve names below `localhost`, so requests go to 127.0.0.1 with
// a `Host` header.

import { type IncomingHttpHeaders, request } from 'node:http';

export interface HostResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Requests a path from a host, such as `aster.localhost:8080`. Redirects are not followed. */
export function requestHost(port: number, host: string, path: string, method: string = 'GET'): Promise<HostResponse> {
  return new Promise((resolve, reject) => {
    // Uses a new connection, because the server may be closing an idle keep-alive connection.
    request({ agent: false, host: '127.0.0.1', port, method, path, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    })
      .on('error', reject)
      .end();
  });
}
