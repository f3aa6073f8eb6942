import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSmtp } from '../src/delivery/mail/smtp.ts'
import type { MailFault } from '../src/delivery/mail/transport.ts'
import { mail } from './support/outgoing-mail.ts'

const words = '421 4.7.0 Too many mails from your address, try again later'

/** A mail server that says a last word and closes, at a command of a mail; the mails before are taken. */
async function startClosingServer(at: string, mailsBefore: number, last = `${words}\r\n`, connections = 1) {
  let taken = 0
  const talk = async (socket: Socket) => {
    const close = () => socket.end(last)
    const isTime = (what: string) => what === at && taken >= mailsBefore
    let isMail = false
    let text = ''
    if (isTime('greeting')) return close()
    socket.write('220 mail.example.com\r\n')
    for await (const chunk of socket) {
      text += chunk
      for (;;) {
        const end = text.indexOf(isMail ? '\r\n.\r\n' : '\r\n')
        if (end === -1) break
        const verb = isMail ? 'dot' : text.slice(0, 4).toUpperCase()
        text = text.slice(end + (isMail ? 5 : 2))
        isMail = false
        const isOver = isTime(verb)
        // It has the mail, whatever it says.
        if (verb === 'dot') taken += 1
        if (isOver) return close()
        if (verb === 'DATA') isMail = true
        socket.write(verb === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
      }
    }
  }
  const server = createServer(socket => void talk(socket).catch(() => {}))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const transport = openSmtp({
    url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`,
    connections,
    timeouts: { connectMs: 5000, greetingMs: 5000, replyMs: 5000 },
  })
  onTestFinished(async () => {
    await transport.close()
    server.close()
  })
  return { transport, count: () => taken }
}

test.each([
  ['greeting', 0],
  ['EHLO', 0],
  ['MAIL', 0],
  ['RCPT', 0],
  ['DATA', 0],
  ['dot', 0],
  ['MAIL', 1],
  ['RCPT', 1],
  ['DATA', 1],
  ['dot', 1],
])('a server that says 421 and closes at %s, after %i mails on the connection, is quoted', async (at, before) => {
  const { transport, count } = await startClosingServer(at, before)
  const send = () => transport.send(mail, AbortSignal.timeout(20_000))
  for (let turn = 0; turn < before; turn++) await send()
  const fault = (await send().catch(error => error)) as MailFault
  expect(fault).toMatchObject({ permanent: false, code: '421', detail: words, badAddress: false })
  expect(count()).toBe(at === 'dot' ? before + 1 : before)
})

test.each(['MAIL', 'RCPT', 'DATA'])(
  'a server that says 421 and closes at %s is quoted, too, if all its connections have had mails before',
  async at => {
    const { transport, count } = await startClosingServer(at, 3, undefined, 3)
    const send = () => transport.send(mail, AbortSignal.timeout(20_000))
    await Promise.all([send(), send(), send()])
    // It is tried on two of them.
    expect(await send().catch(error => error)).toMatchObject({ permanent: false, code: '421', detail: words })
    expect(count()).toBe(3)
  },
)

test.each([0, 1])(
  'a server that closes without a word after the final dot gets the mail once, after %i others',
  async before => {
    const { transport, count } = await startClosingServer('dot', before, '')
    const send = () => transport.send(mail, AbortSignal.timeout(20_000))
    for (let turn = 0; turn < before; turn++) await send()
    expect(await send().catch(error => error)).toMatchObject({ permanent: false, code: 'connection' })
    await pause(500)
    expect(count()).toBe(before + 1)
  },
)
