import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** An answer, bytes of one, or none: `hang` says nothing, `cut` ends in the middle of the answer. */
export type FakeAnswer =
  | { raw: string }
  | { status: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'hang'
  | 'cut'

export interface FakeRequest {
  method: string
  /** With the query. */
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what its till sends
  body: any
}

export interface FakeService {
  url: string
  options: { receipts: string; host: string; merchant: string; key: string }
  /** Every request, in order. */
  requests: FakeRequest[]
  /** The bodies of all receipts that were posted. */
  posted(): FakeRequest['body'][]
  server: Server
  [Symbol.asyncDispose](): Promise<void>
}

/** The ErrorResponse of the interface. */
export const errorResponse = (message: string, referenceId = 'ref-1') => ({
  json: { message, code: null, referenceId, errors: {} },
})

/** What a service says to a receipt it takes. */
export const taken = (receiptId: string, customerEmailAddress: string | null = 'mira.okafor@example.com') => ({
  status: 200,
  json: { receiptId, customerEmailAddress, offers: [] },
})

/**
 * A service that answers as told; what isn't told is answered as a live service with no receipts would.
 *
 * @param answer undefined for the usual answer
 * @param tls its certificate
 */
export async function startFakeService(
  answer: (request: FakeRequest) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>,
  { tls, port = 0 }: { tls?: { cert: string | Buffer; key: string | Buffer }; port?: number } = {},
): Promise<FakeService> {
  const requests: FakeRequest[] = []
  const listener: RequestListener = (incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', async () => {
      const text = Buffer.concat(chunks).toString()
      const { method = '', url: path = '', headers } = incoming
      const request = { method, path, headers, body: text === '' ? undefined : JSON.parse(text) }
      requests.push(request)
      const given = (await answer(request)) ?? usual(request)
      if (given === 'hang') return
      if (given === 'cut') {
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
        outgoing.write('{"receiptId":"')
        setImmediate(() => outgoing.destroy())
        return
      }
      if ('raw' in given) return void outgoing.socket?.end(given.raw)
      const body = given.text ?? (given.json === undefined ? '' : JSON.stringify(given.json))
      outgoing.writeHead(given.status, {
        'content-type': 'application/json',
        'counterfoil-mode': 'live',
        ...given.headers,
      })
      outgoing.end(body)
    })
  }
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener)
  // A busy machine may ask again when Node's 5 s are over.
  server.keepAliveTimeout = 72_000
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const url = `${tls ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    options: { receipts: `${url}/ws/rest/v1`, host: url, merchant: 'alder', key: 'till-7:secret' },
    requests,
    server,
    posted: () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

let count = 0

function usual({ method, path, body }: FakeRequest): FakeAnswer {
  if (path.startsWith('/healthz')) return { status: 200, json: { status: 'ok' } }
  if (method === 'GET') return { status: 200, json: [] }
  const isDigital = body.receiptType === 'DigitalOnly' || body.receiptType === 'DigitalAndPaper'
  return taken(`receipt-${++count}`, isDigital ? body.customer.emailAddress : null)
}
