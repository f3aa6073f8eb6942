import { createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isBeyond } from '../../test/support/cpu.ts'
import { maxAnswer } from '../src/delivery/mail/nodemailer.ts'
import { talkToMailServer } from '../src/delivery/mail/smtp.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { receipt, startService } from './support/service.ts'

/** A mail server that says something without end, from a command on. */
function endless(said: string, from: RegExp) {
  const state = { sockets: 0, closed: 0, bytes: 0 }
  function serve(socket: Socket): void {
    state.sockets++
    socket.on('error', () => {})
    socket.on('close', () => state.closed++)
    const chunk = Buffer.from(said.repeat(Math.ceil(16_384 / said.length)))
    const flood = () => {
      while (!socket.destroyed && socket.writable) {
        state.bytes += chunk.length
        if (!socket.write(chunk)) return void socket.once('drain', flood)
      }
    }
    socket.write('220 mail.example.com\r\n')
    if (from.test('')) flood()
    else
      socket.on('data', data => {
        const command = data.toString('latin1')
        if (from.test(command)) flood()
        else socket.write('250 OK\r\n')
      })
  }
  return { state, serve }
}

async function listening(server: {
  listen(port: number, host: string, done: () => void): unknown
  close(): unknown
  address(): unknown
}) {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

describe('a mail server that never ends', () => {
  test.each([
    ['empty lines as its greeting', '\r\n', /^$/],
    ['bare line feeds', '\n', /^$/],
    ['blanks in lines', '  \r\n', /^EHLO/],
    ['one reply', '250-AUTH\r\n', /^EHLO/],
    ['many replies', '250 OK\r\n', /^EHLO/],
    ['one line', '250 OK', /^EHLO/],
    ['empty lines as the reply to the sender', '\r\n', /^MAIL/],
  ])('%s: is left, and costs no more than its first bytes', async (_, said, from) => {
    const { state, serve } = endless(said, from)
    const port = await listening(createServer(serve))
    const begun = process.cpuUsage()
    const looked = talkToMailServer({ url: `smtp://127.0.0.1:${port}`, sender: 'shop@example.com', timeout: 60_000 })
    await expect(looked).rejects.toThrow()
    await until(() => state.closed === state.sockets)
    const { user, system } = process.cpuUsage(begun)
    expect(isBeyond((user + system) / 1000, 2000)).toBe(false)
    // What is in the system's buffers was written, too.
    expect(state.bytes).toBeLessThan(32 * 1024 * 1024)
  })
})

test('a worker leaves such a server, and tries again', async () => {
  const { state, serve } = endless('\r\n', /^(?:EHLO|RCPT)/)
  const port = await listening(createServer(serve))
  await using shop = await startService({
    waits: [30, 30, 30],
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}` },
  })
  await shop.create(receipt())
  await until(() => state.closed >= 2)
})

test('what servers say usually is far below the limits', async () => {
  await using server = await startMailServer({ authOptional: true })
  const look = await talkToMailServer({ url: server.url, sender: 'shop@example.com', timeout: 60_000 })
  expect(look.sender).toMatch(/^250/)
  expect(maxAnswer.lines).toBeGreaterThan(100)
})
