import { createServer, type Socket } from 'node:net'

export interface ImapMail {
  uid: number
  content: string
  seen: boolean
}

export interface ImapServer extends AsyncDisposable {
  /** `imap://bounces:secret@127.0.0.1:1143/INBOX` */
  url: string
  mails: ImapMail[]
  uidValidity: number
  /** Logins so far. */
  logins: number
  /** Refuses logins. */
  isClosed: boolean
  /** A command that it refuses, too, such as `UID SEARCH`. */
  refuses?: string
  add(content: string): void
}

const isInbox = (rest: string) => /\binbox\b/i.test(rest)

/** A small IMAP server on loopback with one mailbox: as much of RFC 9051 as reading mails takes. */
export async function startImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n')
    let waiting = ''
    let continues: ((line: string) => void) | undefined
    socket.on('data', chunk => {
      waiting += chunk.toString('latin1')
      for (let at = waiting.indexOf('\r\n'); at >= 0; at = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, at)
        waiting = waiting.slice(at + 2)
        if (continues) {
          const next = continues
          continues = undefined
          next(line)
        } else answer(line)
      }
    })

    function answer(line: string): unknown {
      const [, tag = '*', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? []
      const done = (...lines: string[]): unknown => socket.write([...lines, `${tag} OK done`, ''].join('\r\n'))
      const login = () => {
        imap.logins++
        if (imap.isClosed) socket.write(`${tag} NO [AUTHENTICATIONFAILED] no\r\n`)
        else done()
      }
      if (command.toUpperCase() === imap.refuses) return socket.write(`${tag} NO not now\r\n`)
      switch (command.toUpperCase()) {
        case 'CAPABILITY':
          return done('* CAPABILITY IMAP4rev1 AUTH=PLAIN')
        case 'AUTHENTICATE':
          if (/^PLAIN \S/i.test(rest)) return login()
          socket.write('+ \r\n')
          continues = login
          return undefined
        case 'LOGIN':
          return login()
        case 'SELECT':
          if (!/^"?INBOX"?(?: |$)/i.test(rest)) return socket.write(`${tag} NO no such mailbox\r\n`)
          return done(
            ...['* FLAGS (\\Seen)', `* ${imap.mails.length} EXISTS`, `* OK [UIDVALIDITY ${imap.uidValidity}] ok`],
            `* OK [UIDNEXT ${(imap.mails.at(-1)?.uid ?? 0) + 1}] ok`,
          )
        case 'LIST':
        case 'LSUB':
          return isInbox(rest) || rest.endsWith('"*"') ? done('* LIST () "/" INBOX') : done()
        case 'UID SEARCH': {
          const from = Number(/UID (\d+):\*/i.exec(rest)?.[1] ?? 1)
          const last = imap.mails.at(-1)
          // `n:*` has the last mail, whatever n is.
          return done(
            `* SEARCH ${imap.mails
              .filter(mail => mail.uid >= from || mail === last)
              .map(({ uid }) => uid)
              .join(' ')}`,
          )
        }
        case 'UID FETCH': {
          const index = imap.mails.findIndex(({ uid }) => String(uid) === rest.split(' ')[0])
          const mail = imap.mails[index]
          if (!mail) return done()
          const most = Number(/<0\.(\d+)>/.exec(rest)?.[1] ?? Number.POSITIVE_INFINITY)
          const content = mail.content.slice(0, most)
          return done(`* ${index + 1} FETCH (UID ${mail.uid} BODY[]<0> {${content.length}}\r\n${content})`)
        }
        case 'UID STORE': {
          const mail = imap.mails.find(({ uid }) => String(uid) === rest.split(' ')[0])
          if (mail) mail.seen = true
          return done()
        }
        case 'LOGOUT':
          return socket.end(`* BYE bye\r\n${tag} OK done\r\n`)
        default:
          return done()
      }
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const imap: ImapServer = {
    url: `imap://bounces:secret%2Fof%20ours@127.0.0.1:${port}/INBOX`,
    ...{ mails: [], uidValidity: 7, logins: 0, isClosed: false },
    add: content => void imap.mails.push({ uid: (imap.mails.at(-1)?.uid ?? 40) + 1, content, seen: false }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return imap
}
