import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** A proxy on loopback that tunnels, and wants a login if it is given one. */
export async function startProxy(login?: string) {
  const tunnels: string[] = []
  const server = createServer((incoming, outgoing) => {
    tunnels.push(incoming.url ?? '')
    outgoing.writeHead(502).end()
  })
  server.on('connect', (request, near) => {
    const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    tunnels.push(request.url ?? '')
    const far = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => near.write('HTTP/1.1 200 OK\r\n\r\n'))
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** Where it got through to. */
    tunnels,
    url: `http://${login ? `${login}@` : ''}127.0.0.1:${port}`,
    bareUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
