import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { Webhook } from 'standardwebhooks'

/** A message that came. */
export interface ReceivedMessage {
  id: string
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it waits for
  json: any
}

export interface Answer {
  status: number
  body?: string
  headers?: Record<string, string>
}

/** A merchant's own system on loopback. */
export interface WebhookReceiver {
  url: string
  received: ReceivedMessage[]
  /** What it answers; `'silence'`: nothing, `'cut'`: it ends the connection. Default 204. */
  answer: (message: ReceivedMessage) => Answer | 'silence' | 'cut'
  /** Whether a message is signed with the secret. */
  isSigned(message: ReceivedMessage, secret: string): boolean
  [Symbol.asyncDispose](): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const message = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      text,
      json: JSON.parse(text),
    }
    receiver.received.push(message)
    const answer = receiver.answer(message)
    if (answer === 'cut') request.socket.destroy()
    else if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  const server = createServer(listener)
  // A busy machine may ask again when Node's 5 s are over.
  server.keepAliveTimeout = 72_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/hooks`,
    received: [],
    answer: () => ({ status: 204 }),
    isSigned({ headers, text }, secret) {
      try {
        new Webhook(secret).verify(text, headers as Record<string, string>)
        return true
      } catch {
        return false
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return receiver
}
