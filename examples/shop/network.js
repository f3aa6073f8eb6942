import { connect, createServer } from 'node:net'
import { createChance } from './chance.js'

/** What answers in place of the service. */
const strangers = {
  upgrade: 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  portal: page('200 OK'),
  redirect: page('302 Found'),
  login: page('401 Unauthorized'),
  forbidden: page('403 Forbidden', '{"message":"Forbidden"}'),
  missing: page('404 Not Found'),
  conflict: page('409 Conflict'),
  tooLarge: page('413 Payload Too Large'),
  gateway: page('502 Bad Gateway'),
  garbage: '\x15\x03\x01\x00\x02\x02\x28',
}

/** Fates of a request that end without the service's answer, at least not in time. */
const bad = [
  ...['refuse', 'reset', 'cutRequest', 'swallow', 'cutAnswer', 'cutBody', 'loseAnswer', 'halfClose', 'drip', 'late'],
  ...Object.keys(strangers),
]

const each = (names, weight) => Object.fromEntries(names.map(name => [name, weight]))

/** What happens to a request, and how often, in each weather. */
const weathers = {
  calm: { pass: 1 },
  rough: { pass: 6, delay: 2, ...each(bad, 0.15) },
  storm: { pass: 1, ...each(bad, 0.4) },
  mixed: { pass: bad.length * 0.9, delay: bad.length * 0.1, ...each(bad, 1) },
  dead: { swallow: 1 },
  off: { refuse: 1 },
  strange: each(Object.keys(strangers), 1),
}

/** Later than any till of a shop waits; milliseconds. */
const tooLate = 3000

/** A way to the service that cuts, delays and swallows requests, and answers them itself, by a seeded plan. */
export async function openNetwork(to, chance) {
  const sockets = new Set()
  const seed = Math.floor(chance.next() * 2 ** 32)
  const seen = {}
  // Sales by number, and whether the answer to their first request was let through.
  const first = new Map()
  const history = []
  turn('calm')

  const server = createServer(near => {
    const far = connect(to, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    let sent = Buffer.alloc(0)
    let fate
    let number
    let isFirst = false
    for (const socket of [near, far]) {
      hold(socket)
      socket.on('close', end)
    }
    near.on('data', bytes => {
      sent = Buffer.concat([sent, bytes])
      const length = lengthOf(sent)
      if (length === undefined || sent.length < length) return
      number = /^POST .*"transactionNumber": *"([^"]+)"/s.exec(sent.toString('latin1'))?.[1]
      isFirst = number !== undefined && !first.has(number)
      fate = isFirst ? ownFate(number, Date.now()) : fateIn(weathers[history.at(-1).weather], chance.next())
      if (isFirst) first.set(number, false)
      seen[fate] = (seen[fate] ?? 0) + 1
      meet(fate, sent.subarray(0, length))
      sent = sent.subarray(length)
    })
    far.on('data', answer)

    function meet(fate, request) {
      if (fate in strangers) return near.end(strangers[fate])
      if (fate === 'refuse') return end()
      if (fate === 'reset') return near.resetAndDestroy()
      if (fate === 'swallow') return
      if (fate === 'cutRequest') return far.write(request.subarray(0, request.length / 2), end)
      if (fate === 'halfClose') near.end()
      setTimeout(() => far.writable && far.write(request), fate === 'delay' ? chance.between(100, 900) : 0)
    }

    // From here on the service has the sale, whether or not the till learns of it.
    function answer(bytes) {
      if (fate === 'loseAnswer' || !near.writable) return
      if (fate === 'cutAnswer') return near.end(bytes.subarray(0, 20), end)
      if (fate === 'cutBody') return near.end(bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 9), end)
      if (fate === 'late') return setTimeout(() => near.writable && near.write(bytes), tooLate)
      if (fate === 'drip') return drip(bytes)
      if (isFirst) first.set(number, true)
      near.write(bytes)
    }

    function drip(bytes, at = 0) {
      if (at >= bytes.length || !near.writable) return
      near.write(bytes.subarray(at, at + 1))
      setTimeout(drip, 50, bytes, at + 1)
    }
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))

  function hold(socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  /** A sale's first request has a fate of its own, so that it is known also if it is never sent. */
  function ownFate(number, at) {
    const { weather } = history.findLast(({ since }) => since <= at) ?? history[0]
    return fateIn(weathers[weather], createChance(seed ^ hashOf(number)).next())
  }

  function turn(weather) {
    history.push({ since: Date.now(), weather })
    if (weather !== 'calm') for (const socket of sockets) if (chance.next() < 0.3) socket.destroy()
  }

  return {
    port: server.address().port,
    /** Requests by what happened to them. */
    seen,
    turn,
    /** Whether a sale of this time could be confirmed: the network let the answer through, or would have, had it been asked. */
    couldConfirm(number, at) {
      return first.get(number) ?? ['pass', 'delay'].includes(ownFate(number, at))
    },
    /** Whether the service's answer to a sale's first request went on to the till. */
    wasAnswered(number) {
      return first.get(number) === true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function fateIn(fates, chance) {
  const total = Object.values(fates).reduce((sum, weight) => sum + weight, 0)
  let at = chance * total
  for (const [fate, weight] of Object.entries(fates)) {
    at -= weight
    if (at < 0) return fate
  }
  return 'pass'
}

/** Of a whole request; undefined while its head is under way. */
function lengthOf(bytes) {
  const head = bytes.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const [, body = '0'] = /content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, head)) ?? []
  return head + 4 + Number(body)
}

function hashOf(text) {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.codePointAt(0)) | 0
  return hash
}

function page(status, text = '<!doctype html><title>Welcome</title>') {
  return `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\nlocation: /receipts/r-1\r\ncontent-length: ${text.length}\r\n\r\n${text}`
}
