import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSmtp } from '../src/delivery/mail/smtp.ts'
import type { OutgoingMail } from '../src/delivery/mail/transport.ts'
import { checkMailServer } from '../src/operations/doctor/mail-check.ts'
import { readConfig } from '../src/settings/config.ts'
import { startMailServer } from './support/mail-server.ts'

const mail = (to: string): OutgoingMail => ({
  deliveryId: '1',
  from: { name: 'Corner Shop', address: 'receipts@example.com' },
  to,
  messageId: '<1@example.com>',
  date: new Date('2026-11-28T10:00:00Z'),
  content: {
    ...{ subject: 'Your receipt from Corner Shop', preheader: '', html: '<p>Coffee 4.50</p>', text: 'Coffee 4.50' },
    ...{ attachments: [], headers: {} },
  },
})

const open = (url: string) =>
  openSmtp({ url, connections: 1, timeouts: { connectMs: 5000, greetingMs: 5000, replyMs: 5000 } })

/** A mail server with or without SMTPUTF8, and a way to send to it. */
async function start(hideSMTPUTF8: boolean) {
  const senders: string[] = []
  const server = await startMailServer({
    hideSMTPUTF8,
    onMailFrom: ({ address }, _session, done) => {
      senders.push(address)
      done()
    },
  })
  const transport = open(server.url)
  onTestFinished(async () => {
    await transport.close()
    await server.stop()
  })
  const send = (to: string) => transport.send(mail(to), AbortSignal.timeout(20_000)).catch(error => error)
  return { server, senders, send }
}

test('a server without SMTPUTF8 gets no word of a mail to a mailbox beyond ASCII, and the mail fails for good', async () => {
  const { server, senders, send } = await start(true)
  const fault = await send('zoë@example.com')
  expect(fault).toMatchObject({ permanent: true, code: 'smtputf8', reason: 'bad_address', badAddress: false })
  expect(fault.detail).toMatch(/SMTPUTF8/)
  expect(fault.detail).not.toMatch(/zoë/)
  expect(senders).toEqual([])
  // The connection is as good as before.
  expect(await send('ada@example.com')).toMatchObject({ code: '250' })
  expect(server.mails.map(({ envelope }) => envelope.to)).toEqual([['ada@example.com']])
})

test('a domain beyond ASCII needs no SMTPUTF8, because it goes in ASCII', async () => {
  const said: string[] = []
  const server = createServer(async socket => {
    socket.write('220 mail.example.com\r\n')
    for await (const chunk of socket) {
      said.push(String(chunk))
      socket.write(String(chunk).startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n')
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const transport = open(`smtp://127.0.0.1:${(server.address() as { port: number }).port}`)
  onTestFinished(async () => {
    await transport.close()
    server.close()
  })
  await transport.send(mail('ada@bücher.example'), AbortSignal.timeout(20_000))
  expect(said).toContain('RCPT TO:<ada@xn--bcher-kva.example>\r\n')
})

test('a server with it gets the mailbox as it is', async () => {
  const { server, send } = await start(false)
  expect(await send('zoë@example.com')).toMatchObject({ code: '250' })
  expect(server.mails[0]?.envelope.to).toEqual(['zoë@example.com'])
})

test.each([
  [true, /no SMTPUTF8/],
  [false, /as the sender\.$/],
])('the doctor says if it is missing (%s)', async (isHidden, says) => {
  const { server } = await start(isHidden)
  const config = readConfig({ SMTP_URL: server.url, MAIL_FROM: 'receipts@example.com', DATA_DIR: '.' })
  expect((await checkMailServer(config, 5000)).says).toMatch(says)
})
