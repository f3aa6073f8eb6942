import { createServer } from 'node:net'

export interface CountingMailServer extends AsyncDisposable {
  /** `smtp://127.0.0.1:2525` */
  url: string
  /** How many mails it has taken. */
  taken(): number
}

/** The least a mail server can be: it takes every mail and keeps none, so that it costs next to nothing itself. */
export async function startCountingMailServer(): Promise<CountingMailServer> {
  let taken = 0
  const server = createServer(socket => {
    let isData = false
    let rest = ''
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    socket.on('data', (chunk: string) => {
      rest += chunk
      for (;;) {
        const end = isData ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n')
        if (end < 0) {
          if (isData) rest = rest.slice(-4)
          return
        }
        const line = rest.slice(0, end)
        rest = rest.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          taken += 1
          socket.write('250 taken\r\n')
        } else if (/^EHLO/i.test(line)) socket.write('250-here\r\n250 8BITMIME\r\n')
        else if (/^DATA/i.test(line)) {
          isData = true
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => taken,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
