import { connect, createServer } from 'node:net'

/** What happens to a connection, and how often, in each weather. */
const weathers = {
  calm: { pass: 1 },
  rough: { pass: 6, delay: 2, cutRequest: 1, cutAnswer: 1, swallow: 1 },
  storm: { pass: 1, cutRequest: 3, cutAnswer: 3, swallow: 2 },
  dead: { swallow: 1 },
  off: { refuse: 1 },
}

/** A way to the service that cuts, delays and swallows connections by a seeded plan. */
export async function openNetwork(to, chance) {
  const sockets = new Set()
  const seen = {}
  let weather = 'calm'

  const server = createServer(near => {
    const fate = fateIn(weathers[weather], chance)
    seen[fate] = (seen[fate] ?? 0) + 1
    hold(near)
    if (fate === 'refuse') return near.destroy()
    if (fate === 'swallow') return near.resume()
    const far = connect(to, '127.0.0.1')
    hold(far)
    const end = () => {
      near.destroy()
      far.destroy()
    }
    near.on('close', end)
    far.on('close', end)
    const late = fate === 'delay' ? chance.between(100, 900) : 0
    near.on('data', bytes => setTimeout(() => far.writable && far.write(bytes), late))
    far.on('data', bytes => {
      // The service has the sale, and the till never learns.
      if (fate === 'cutAnswer') return near.end(bytes.subarray(0, 20), end)
      near.write(bytes)
    })
    if (fate === 'cutRequest') near.once('data', end)
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))

  function hold(socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  return {
    port: server.address().port,
    /** Connections by what happened to them. */
    seen,
    turn(to) {
      weather = to
      if (to !== 'calm') for (const socket of sockets) if (chance.next() < 0.3) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function fateIn(fates, chance) {
  const total = Object.values(fates).reduce((sum, weight) => sum + weight, 0)
  let at = chance.next() * total
  for (const [fate, weight] of Object.entries(fates)) {
    at -= weight
    if (at < 0) return fate
  }
  return 'pass'
}
