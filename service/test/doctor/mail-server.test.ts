import { createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { ask } from './ask.ts'

describe('the mail server', () => {
  const login: SMTPServerOptions = {
    authOptional: false,
    disabledCommands: [],
    onAuth({ username, password }, _session, done) {
      if (username === 'shop' && password === 'p@ss') done(null, { user: username })
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
    },
  }
  const look = (url: string, silence?: number) =>
    ask('mail server', { SMTP_URL: url, MAIL_FROM: 'receipts@example.com', DNS_SERVERS: '127.0.0.1:1' }, silence)

  test('takes a login over STARTTLS and our sender; nothing is sent', async () => {
    await using server = await startMailServer(login)
    const { host } = new URL(server.url)
    const url = `smtp://shop:p%40ss@${host}?tls.rejectUnauthorized=false`
    expect(await look(url)).toEqual({
      check: 'mail server',
      state: 'ok',
      says: `${host}: STARTTLS, login accepted, takes receipts@example.com as the sender.`,
    })
    expect(server.mails).toEqual([])
  })

  test('rejects a wrong login', async () => {
    await using server = await startMailServer(login)
    const url = `smtp://shop:wrong@${new URL(server.url).host}?tls.rejectUnauthorized=false`
    expect(await look(url)).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(/rejects our login \(535/),
      mend: expect.stringContaining('SMTP_URL'),
    })
  })

  test('has a certificate that nobody trusts', async () => {
    await using server = await startMailServer(login)
    expect(await look(`smtp://shop:p%40ss@${new URL(server.url).host}`)).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(/^TLS with .* fails \(CERT_HAS_EXPIRED\)\.$/),
    })
  })

  test('speaks no TLS at first', async () => {
    await using server = await startMailServer()
    const found = await look(`smtps://${new URL(server.url).host}`)
    expect(found).toMatchObject({ state: 'fail', mend: expect.stringContaining('port 465') })
  })

  test('rejects our sender', async () => {
    await using server = await startMailServer({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('5.7.1 Not your address'), { responseCode: 553 })),
    })
    expect(await look(server.url)).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(/rejects receipts@example\.com as the sender \(553 5\.7\.1 Not your address\)\.$/),
      mend: expect.stringContaining('MAIL_FROM'),
    })
    expect(server.mails).toEqual([])
  })

  test('is not there, or is silent', async () => {
    const server = await startMailServer()
    await server.stop()
    expect(await look(server.url)).toMatchObject({ state: 'fail', says: expect.stringContaining("doesn't answer") })

    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await new Promise(resolve => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    expect(await look(`smtp://127.0.0.1:${port}`, 300)).toMatchObject({
      state: 'fail',
      says: `127.0.0.1:${port} doesn't answer (timeout).`,
    })
  })
})
