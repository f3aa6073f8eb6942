import type { Server } from 'node:http'
import { OptionError } from '../../../src/errors.ts'

const usualPort = 4400
const portsTried = 20

/**
 * Listens on localhost at the given port, or at the first free one from 4400.
 *
 * @returns the port
 * @throws OptionError if the given port is taken or not allowed
 */
export async function listen(server: Server, asked: number | undefined): Promise<number> {
  const last = asked ?? usualPort + portsTried
  for (let port = asked ?? usualPort; ; port++) {
    const failed = await tryToListen(server, port)
    if (!failed) return (server.address() as { port: number }).port
    if (port >= last || failed.code !== 'EADDRINUSE')
      throw new OptionError(`--port ${port}: ${failed.code}; choose another port, or omit it`)
  }
}

function tryToListen(server: Server, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise(resolve => {
    server.once('error', resolve)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', resolve)
      resolve(undefined)
    })
  })
}
