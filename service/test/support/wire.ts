import { connect, createServer, type Socket } from 'node:net'

/** A way to a server on loopback that can be cut. */
export interface Wire {
  port: number
  /** Ends every connection that goes through it, without a word. */
  cut(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function openWire(to: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
