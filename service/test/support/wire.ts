import { connect, createServer, type Socket } from 'node:net'

/** A way to a server on loopback that can be cut, or swallow what goes through it. */
export interface Wire {
  port: number
  /** Ends every connection that goes through it, without a word. */
  cut(): void
  /** From now on nothing gets through, silently: connections stay open, and new ones lead nowhere. */
  swallow(): void
  /**
   * New connections get through again. Those of before stay dead, as after a failover; but if one is closed on this side, the server
   * learns it now.
   */
  mend(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function openWire(to: number): Promise<Wire> {
  const pairs = new Set<readonly Socket[]>()
  const lost = new Set<Socket>()
  const dead = new Set<readonly Socket[]>()
  let swallowing = false
  const server = createServer(near => {
    near.on('error', () => {})
    if (swallowing) {
      lost.add(near)
      return
    }
    const far = connect(to, '127.0.0.1')
    far.on('error', () => {})
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair)
      socket.on('close', () => {
        if (!pairs.delete(pair)) return
        for (const end of pair) end.destroy()
      })
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  function cut(): void {
    for (const socket of [...[...pairs].flat(), ...lost]) socket.destroy()
    pairs.clear()
    lost.clear()
    dead.clear()
  }

  return {
    port: (server.address() as { port: number }).port,
    cut,
    swallow() {
      swallowing = true
      for (const pair of pairs) {
        for (const socket of pair) {
          socket.unpipe()
          socket.pause()
          lost.add(socket)
        }
        dead.add(pair)
      }
      pairs.clear()
    },
    mend() {
      swallowing = false
      for (const [near, far] of dead) {
        if (near?.destroyed) far?.destroy()
        near?.once('close', () => far?.destroy())
        // What it says is lost; its end is not.
        near?.resume()
      }
      dead.clear()
    },
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
