import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server that nothing may ask. */
export interface Canary extends AsyncDisposable {
  /** `http://127.0.0.1:8080` */
  url: string
  /** The connections that came. */
  asked(): number
}

/** Opens one on loopback. */
export async function openCanary(): Promise<Canary> {
  let asked = 0
  const server = createServer((_request, response) => void response.end())
  server.on('connection', () => {
    asked += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
