import { createServer, type Server, type Socket } from 'node:net'
import { endJob } from '../../../src/port/send.ts'

/** A printer on the network, on this machine. */
export interface FakePrinter {
  address: string
  port: number
  /** What each connection brought, byte for byte. */
  jobs: string[]
  close(): Promise<void>
}

/** Opens a printer on a free port, or `at`; `does` is what else it does with a connection. */
export async function printerThat(
  does: (socket: Socket) => unknown = () => {},
  options: { allowHalfOpen?: boolean } = {},
  at = 0,
): Promise<FakePrinter> {
  const jobs: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer(options, socket => {
    sockets.add(socket)
    const job = jobs.push('') - 1
    socket.on('error', () => {})
    socket.on('data', piece => {
      jobs[job] += piece.toString('latin1')
    })
    does(socket)
  })
  await new Promise<void>(resolve => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  // Another test's printer may have broken off at this port.
  if (at === 0) await endJob(JSON.stringify({ host: '127.0.0.1', port }))
  return {
    address: `tcp://127.0.0.1:${port}`,
    port,
    jobs,
    async close() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise(resolve => server.close(resolve))
      await endJob(JSON.stringify({ host: '127.0.0.1', port }))
    },
  }
}
