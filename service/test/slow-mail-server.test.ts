import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limitsOf } from '../src/delivery/mail/transport.ts'
import { readConfig } from '../src/settings/config.ts'
import { until } from './support/mail-server.ts'
import { fewDatabases, receipt, startService } from './support/service.ts'

/** A minute of RFC 5321, section 4.5.3.2, in this file: milliseconds. */
const minute = 60

/** The RFC's times, and those of a busy machine. */
const mailTimeouts = { connectMs: 30_000, greetingMs: 5 * minute + 20_000, replyMs: 10 * minute + 20_000 }

/** A mail server that takes its time: milliseconds before each reply. Gives the mails it took. */
async function startSlowServer(waits: Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'dot', number>>) {
  const taken: string[] = []
  const talk = async (socket: Socket) => {
    const say = async (wait = 0, reply: string) => {
      await pause(wait)
      socket.write(`${reply}\r\n`)
    }
    let text = ''
    let isMail = false
    await say(waits.greeting, '220 mail.example.com')
    for await (const chunk of socket) {
      text += chunk
      for (;;) {
        const end = text.indexOf(isMail ? '\r\n.\r\n' : '\r\n')
        if (end === -1) break
        const line = text.slice(0, end)
        text = text.slice(end + (isMail ? 5 : 2))
        const verb = line.slice(0, 4).toUpperCase()
        if (isMail) {
          // It has the mail, whether or not anyone hears that.
          taken.push(/^Message-ID: *(\S+)/im.exec(line)?.[1] ?? '')
          isMail = false
          await say(waits.dot, '250 2.0.0 taken')
        } else if (verb === 'DATA') {
          await say(waits.DATA, '354 go on')
          isMail = true
        } else if (verb === 'QUIT') socket.end('221 bye\r\n')
        else await say(verb === 'MAIL' || verb === 'RCPT' ? waits[verb] : 0, '250 ok')
      }
    }
  }
  const server = createServer(socket => void talk(socket).catch(() => {}))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`, taken }
}

describe.each(fewDatabases)('a slow mail server, on %s', database => {
  test('that takes all the time that RFC 5321 gives it gets one copy', async () => {
    const server = await startSlowServer({
      greeting: 5 * minute,
      MAIL: 5 * minute,
      RCPT: 5 * minute,
      DATA: 2 * minute,
      dot: 10 * minute,
    })
    // A mail's making has its own time, which is over before the server is done.
    await using shop = await startService({
      database,
      settings: { SMTP_URL: server.url },
      mailTimeouts,
      sendDeadline: 25 * minute,
      waits: [10, 10],
    })
    const id = await shop.create(receipt())
    const timeline = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0]
    await until(async () => (await timeline()).status !== 'queued')
    expect(await timeline()).toMatchObject({ status: 'sent', attempts: [{ number: 1, outcome: 'sent', code: '250' }] })
    expect(server.taken).toHaveLength(1)
  })

  test('that never answers the final dot is asked again, with the same Message-ID', async () => {
    const server = await startSlowServer({ dot: 100 * 3_600_000 })
    await using shop = await startService({
      database,
      settings: { SMTP_URL: server.url },
      mailTimeouts: { ...mailTimeouts, replyMs: 200 },
      waits: [10, 10],
    })
    const id = await shop.create(receipt())
    const timeline = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0]
    await until(async () => (await timeline()).status === 'failed')
    expect((await timeline()).attempts).toMatchObject([
      { outcome: 'deferred', code: 'timeout' },
      { outcome: 'deferred', code: 'timeout' },
      { outcome: 'failed', code: 'timeout' },
    ])
    expect(new Set(server.taken).size).toBe(1)
  })
})

test('an attempt is given up for dead only after all the RFC’s times', () => {
  const { mailTimeouts: usual } = readConfig({})
  const rfc = (5 + 5 + 5 + 5 + 2 + 3 + 10) * 60_000
  const { sendMs, attemptMs, jobMs } = limitsOf(usual)
  expect(sendMs).toBeGreaterThan(rfc)
  expect(attemptMs).toBeGreaterThan(sendMs)
  expect(jobMs).toBeGreaterThan(attemptMs)
})

const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'receipts@example.com' }

test.each([
  ['SMTP_GREETING_TIMEOUT', 299, 'must be at least 300 (seconds, RFC 5321 section 4.5.3.2.1)'],
  ['SMTP_REPLY_TIMEOUT', 599, 'must be at least 600 (seconds, RFC 5321 section 4.5.3.2.6)'],
])('%s can’t be shorter than the RFC asks', (name, seconds, says) => {
  expect(() => readConfig({ ...mail, [name]: String(seconds) })).toThrow(`${name}: ${says}`)
  expect(() => readConfig({ ...mail, [name]: String(seconds + 1) })).not.toThrow()
})

test('nor by nodemailer’s own parameters in the address', () => {
  const { smtpUrl, warnings } = readConfig({
    ...mail,
    SMTP_URL: `${mail.SMTP_URL}?socketTimeout=5000&name=till.example.com`,
  })
  expect(smtpUrl).toBe(`${mail.SMTP_URL}?name=till.example.com`)
  expect(warnings).toEqual([expect.stringContaining("SMTP_URL: socketTimeout isn't used; set SMTP_CONNECT_TIMEOUT")])
})
