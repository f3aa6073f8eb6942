import { connect, isIP } from 'node:net'
import { createInterface } from 'node:readline'
import { saysNoSuchMailbox } from '../mail/no-such-mailbox.ts'

export interface ProbeOptions {
  helloName: string
  /** The mail servers' port; default 25. */
  port?: number
  /** Allows private and loopback addresses, for tests only. */
  allowPrivate?: boolean
}

/** Asks a mail server about an address, without sending anything. */
export type Probe = (
  question: { ip: string; mailbox: string; stranger: string },
  signal: AbortSignal,
) => Promise<'valid' | 'invalid' | 'unknown'>

/**
 * Asks a mail server with `RCPT TO` whether it takes mail for a mailbox, and then for a made-up one in the same domain, because
 * a server that takes both takes everything. Greylisting, policy, silence and anything unclear are `unknown`.
 */
export function createProbe({ helloName, port = 25, allowPrivate = false }: ProbeOptions): Probe {
  return async ({ ip, mailbox, stranger }, signal) => {
    if (!allowPrivate && !isPublicAddress(ip)) return 'unknown'
    const socket = connect({ host: ip, port })
    const stop = () => socket.destroy()
    signal.addEventListener('abort', stop, { once: true })
    socket.on('error', () => {})
    const replies = repliesOf(socket)
    const ask = async (command: string): Promise<string> => {
      if (command !== '') socket.write(`${command}\r\n`)
      const { value, done } = await replies.next()
      return done ? '' : value
    }
    try {
      if (!(await ask('')).startsWith('2')) return 'unknown'
      if (!(await ask(`EHLO ${helloName}`)).startsWith('2')) return 'unknown'
      if (!(await ask('MAIL FROM:<>')).startsWith('2')) return 'unknown'
      const known = await ask(`RCPT TO:<${mailbox}>`)
      if (saysNoSuchMailbox(known)) return 'invalid'
      if (!known.startsWith('2')) return 'unknown'
      const other = await ask(`RCPT TO:<${stranger}>`)
      return saysNoSuchMailbox(other) ? 'valid' : 'unknown'
    } catch {
      return 'unknown'
    } finally {
      signal.removeEventListener('abort', stop)
      socket.end('QUIT\r\n')
      socket.destroySoon()
    }
  }
}

/** The last line of each reply from the server; ends with the connection. */
async function* repliesOf(socket: ReturnType<typeof connect>): AsyncGenerator<string, undefined> {
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > 65_536) socket.destroy()
  })
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (/^\d{3}(?: |$)/.test(line)) yield line.slice(0, 512)
  }
  return undefined
}

/** Whether an address is on the public internet: servers in our own network are never probed. */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 4) return !reservedIpv4.some(pattern => pattern.test(ip))
  if (isIP(ip) === 6) return /^[23]/.test(ip) && !/^2001:(?:0?db8|0{0,4}:)/i.test(ip) && !/^2002:/.test(ip)
  return false
}

/** RFC 6890. */
const reservedIpv4 = [
  /^(?:0|10|127)\./,
  /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\./,
  /^172\.(?:1[6-9]|2\d|3[01])\./,
  /^192\.0\.[02]\./,
  /^192\.168\./,
  /^198\.(?:1[89]|51)\./,
  /^203\.0\.113\./,
  /^(?:22[4-9]|2[3-5]\d)\./,
]
