import { isIP } from 'node:net'
import { ImapFlow } from 'imapflow'

/** A mailbox that is open. */
export interface OpenMailbox {
  uidValidity: string
  /** The UIDs of its mails after one, in order, at most so many. */
  uidsAfter(uid: number, most: number): Promise<number[]>
  /** A mail's first bytes; undefined if it is gone. */
  read(uid: number, bytes: number): Promise<Uint8Array | undefined>
  markSeen(uid: number): Promise<void>
  close(): Promise<void>
}

/** Milliseconds to connect, and of silence. */
const usualPatience = { connectMs: 30_000, greetingMs: 16_000, silenceMs: 60_000 }

/**
 * Opens a mailbox: `imaps://user:password@host/INBOX`. With `imap:`, the connection is made secure before anything is said, but for a server
 * on this machine.
 *
 * @param patience milliseconds to connect, and of silence
 * @throws Error if it doesn't answer, or rejects the login; imapflow's, with `authenticationFailed` or `mailboxMissing`
 */
export async function openMailbox(address: string, patience = usualPatience): Promise<OpenMailbox> {
  const { hostname, port, protocol, username, password, pathname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'imaps:'
  const isLocal = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  const client = new ImapFlow({
    host,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(!secure && { doSTARTTLS: isLocal ? undefined : true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.greetingMs,
    socketTimeout: patience.silenceMs,
    maxLineLength: 4 * 1024 * 1024,
    maxLiteralSize: 4 * 1024 * 1024,
  })
  // What is being asked fails with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX')
    return {
      uidValidity: String(uidValidity),
      async uidsAfter(uid, most) {
        const found = await client.search({ uid: `${uid + 1}:*` }, { uid: true })
        // imapflow throws nothing if the server refuses.
        if (!found) throw new Error('The mail server refuses to search the mailbox.')
        // The range `n:*` has the last mail even if its UID is less.
        const after = found.filter(each => each > uid)
        return after.sort((one, other) => one - other).slice(0, most)
      },
      async read(uid, bytes) {
        const query = { uid: true, source: { start: 0, maxLength: bytes } }
        const message = await client.fetchOne(String(uid), query, { uid: true })
        return message ? message.source : undefined
      },
      async markSeen(uid) {
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      },
      close: () => client.logout().catch(() => client.close()),
    }
  } catch (error) {
    client.close()
    throw error
  }
}
