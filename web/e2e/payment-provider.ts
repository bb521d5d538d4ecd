// Who takes money, for tests: the two calls of the provider that a payment needs, and the page that a visitor pays at.

import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';

/** A page where one order is paid. */
interface Session {
  readonly id: string;
  readonly form: URLSearchParams;
  state: 'open' | 'paid';
}

export interface Provider {
  /** The flags of a demo that takes money here. */
  readonly flags: readonly string[];
  stop(): Promise<void>;
}

/** Starts on a port of its own, which must be known before the demo is. */
export async function startProvider(): Promise<Provider> {
  const sessions = new Map<string, Session>();
  const server = createServer((request, response) => void answer(request, response, sessions));
  const port = await listening(server);
  return {
    flags: [
      '--stripe-secret-key',
      'sk_test',
      '--stripe-webhook-secret',
      'whsec_test',
      '--stripe-url',
      `http://127.0.0.1:${port}/`,
      '--internal-upstreams',
      `127.0.0.1:${port}`,
    ],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // The demo keeps connections for later.
        server.closeAllConnections();
      }),
  };
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });

async function answer(request: IncomingMessage, response: ServerResponse, sessions: Map<string, Session>): Promise<void> {
  const { pathname, origin } = new URL(request.url ?? '', `http://${request.headers.host}`);
  const json = (value: unknown): void =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  if (request.method === 'POST' && pathname === '/v1/checkout/sessions') {
    // The same order is paid at the same page.
    const id = `cs_${request.headers['idempotency-key']}`.replaceAll('-', '_');
    const session: Session = sessions.get(id) ?? { id, form: new URLSearchParams(await text(request)), state: 'open' };
    sessions.set(id, session);
    json(told(session, origin));
    return;
  }
  const [, place = '', id = '', button = ''] = /^\/(v1\/checkout\/sessions|pay)\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const session = sessions.get(id);
  if (session === undefined) response.writeHead(404).end();
  else if (place !== 'pay') json(told(session, origin));
  else if (button === '') page(response, session);
  else {
    if (button === 'now') session.state = 'paid';
    response.writeHead(303, { Location: session.form.get(button === 'now' ? 'success_url' : 'cancel_url') ?? '' }).end();
  }
}

async function text(request: IncomingMessage): Promise<string> {
  let all = '';
  for await (const part of request.setEncoding('utf8')) all += part;
  return all;
}

/** A session as the provider writes it. */
const told = ({ id, form, state }: Session, origin: string): object => ({
  id,
  object: 'checkout.session',
  url: `${origin}/pay/${id}`,
  mode: 'payment',
  status: state === 'open' ? 'open' : 'complete',
  payment_status: state === 'open' ? 'unpaid' : 'paid',
  client_reference_id: form.get('client_reference_id'),
  metadata: { site: form.get('metadata[site]'), order_id: form.get('metadata[order_id]') },
  amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
  currency: form.get('line_items[0][price_data][currency]'),
});

function page(response: ServerResponse, { id, form }: Session): void {
  const name = form.get('line_items[0][price_data][product_data][name]') ?? '';
  const main = `<h1>${name}</h1><p><a href="/pay/${id}/now">Pay</a></p><p><a href="/pay/${id}/back">Back</a></p>`;
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Payment</title>${main}`);
}
