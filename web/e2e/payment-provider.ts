// A fake payment provider: the two API calls that a payment needs, and a payment page.

import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';

/** A checkout session, in which one order is paid. */
interface CheckoutSession {
  readonly id: string;
  readonly form: URLSearchParams;
  state: 'open' | 'paid';
}

export interface PaymentProvider {
  /** Flags for a demo server that uses this provider. */
  readonly flags: readonly string[];
  stop(): Promise<void>;
}

/** Starts a provider on a free port. It must be started before the demo server, which needs its port. */
export async function startPaymentProvider(): Promise<PaymentProvider> {
  const sessions = new Map<string, CheckoutSession>();
  const server = createServer((request, response) => void handleRequest(request, response, sessions));
  const port = await listen(server);
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
        // The demo server keeps its connections open.
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
      else resolve(address.port);
    });
  });

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Map<string, CheckoutSession>,
): Promise<void> {
  const { pathname, origin } = new URL(request.url ?? '', `http://${request.headers.host}`);
  const json = (value: unknown): void =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  if (request.method === 'POST' && pathname === '/v1/checkout/sessions') {
    // A repeated request for an order returns the same session.
    const id = `cs_${request.headers['idempotency-key']}`.replaceAll('-', '_');
    const session: CheckoutSession = sessions.get(id) ?? { id, form: new URLSearchParams(await readBody(request)), state: 'open' };
    sessions.set(id, session);
    json(sessionJson(session, origin));
    return;
  }
  const [, route = '', id = '', action = ''] = /^\/(v1\/checkout\/sessions|pay)\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const session = sessions.get(id);
  if (session === undefined) response.writeHead(404).end();
  else if (route !== 'pay') json(sessionJson(session, origin));
  else if (action === '') sendPaymentPage(response, session);
  else {
    if (action === 'now') session.state = 'paid';
    response.writeHead(303, { Location: session.form.get(action === 'now' ? 'success_url' : 'cancel_url') ?? '' }).end();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

/** A session in the provider's JSON format. */
const sessionJson = ({ id, form, state }: CheckoutSession, origin: string): object => ({
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

function sendPaymentPage(response: ServerResponse, { id, form }: CheckoutSession): void {
  const name = form.get('line_items[0][price_data][product_data][name]') ?? '';
  const main = `<h1>${name}</h1><p><a href="/pay/${id}/now">Pay</a></p><p><a href="/pay/${id}/back">Back</a></p>`;
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Payment</title>${main}`);
}
