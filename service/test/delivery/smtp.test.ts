import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { limitAnswers, maxAnswer } from '../../src/delivery/mail/nodemailer.ts'
import { openSmtp, talkToMailServer } from '../../src/delivery/mail/smtp.ts'
import type { MailFault } from '../../src/delivery/mail/transport.ts'
import { mail } from '../support/outgoing-mail.ts'

interface Script {
  /** What the server offers, besides its name. */
  offers?: readonly string[]
  /** Its replies to commands by their first letters, of several the first that fits; else `250 ok`. */
  replies?: Readonly<Record<string, string>>
}

/** A mail server that says what the test wants, and keeps every line that it is told. */
async function startServer({ offers = [], replies = {} }: Script = {}) {
  const lines: string[] = []
  let connections = 0
  const server = createServer(socket => {
    connections++
    let text = ''
    let isMail = false
    const say = (reply: string) => socket.write(`${reply}\r\n`)
    const reply = (line: string) =>
      Object.entries({ ...replies, QUIT: '221 bye', DATA: '354 go on' }).find(([begin]) => line.startsWith(begin))?.[1]
    socket
      .on('error', () => {})
      .on('data', piece => {
        text += piece
        for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
          const line = text.slice(0, end)
          text = text.slice(end + 2)
          lines.push(line)
          if (isMail) {
            isMail = line !== '.'
            if (!isMail) say(reply('.') ?? '251 2.0.0 taken as 7')
          } else if (line.startsWith('EHLO'))
            say(
              ['mail.example.com', ...offers]
                .map((offer, at) => `250${at < offers.length ? '-' : ' '}${offer}`)
                .join('\r\n'),
            )
          else {
            isMail = line === 'DATA'
            say(reply(line) ?? '250 ok')
          }
        }
      })
    say('220 mail.example.com')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    lines,
    connections: () => connections,
    told: (begin: string) => lines.filter(line => line.startsWith(begin)),
  }
}

const timeouts = { connectMs: 5000, greetingMs: 5000, replyMs: 5000 }
const signal = new AbortController().signal

function open(url: string, connections = 1) {
  const transport = openSmtp({ url, connections, timeouts })
  onTestFinished(() => transport.close())
  return transport
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    error => error as MailFault,
  )

describe('a mail by SMTP', () => {
  test('goes to its recipient alone, from its sender, and its reply is kept; the next goes on the same connection', async () => {
    const { url, told, connections } = await startServer()
    const transport = open(url)
    expect(transport.name).toBe('smtp')
    expect(await transport.send(mail, signal)).toEqual({ code: '251', detail: '251 2.0.0 taken as 7' })
    await transport.send(mail, signal)
    expect(told('MAIL')).toEqual(Array(2).fill('MAIL FROM:<receipts@example.com>'))
    expect(told('RCPT')).toEqual(Array(2).fill('RCPT TO:<ada@example.com>'))
    expect(told('Subject')).toHaveLength(2)
    expect(connections()).toBe(1)
  })

  test('has reports sent to its own return path, by its envelope’s id, if the server can', async () => {
    const { url, told } = await startServer({ offers: ['DSN', 'SMTPUTF8'] })
    const transport = open(url)
    const returnPath = { address: 'b+token@bounces.example.com', id: 'token' }
    await transport.send({ ...mail, returnPath }, signal)
    await transport.send({ ...mail, to: 'zoë@example.com', returnPath }, signal)
    await transport.send(mail, signal)
    expect(told('MAIL').map(line => line.replace(' SMTPUTF8', ''))).toEqual([
      ...Array(2).fill('MAIL FROM:<b+token@bounces.example.com> RET=HDRS ENVID=token'),
      'MAIL FROM:<receipts@example.com>',
    ])
    expect(told('RCPT')).toEqual([
      'RCPT TO:<ada@example.com> NOTIFY=FAILURE,DELAY ORCPT=rfc822;ada@example.com',
      'RCPT TO:<zoë@example.com> NOTIFY=FAILURE,DELAY',
      'RCPT TO:<ada@example.com>',
    ])
  })

  test('that is refused fails with the reply, and isn’t sent again', async () => {
    const { url, told } = await startServer({ replies: { RCPT: '550 5.1.1 no such user' } })
    const transport = open(url)
    expect(await faultOf(transport.send(mail, signal))).toMatchObject({
      ...{ permanent: true, code: '550', badAddress: true, detail: '550 5.1.1 no such user' },
    })
    expect(told('MAIL')).toHaveLength(1)
  })

  test('fails while nobody is there', async () => {
    const { url } = await startServer()
    const transport = open(url.replace(/\d+$/, '1'))
    const fault = { permanent: false, code: 'connection', reason: 'network' }
    expect(await faultOf(transport.send(mail, signal))).toMatchObject(fault)
    expect(await faultOf(transport.check())).toMatchObject(fault)
  })
})

describe('a look at a mail server', () => {
  const look = (url: string) => talkToMailServer({ url, sender: 'receipts@example.com', timeout: 5000 })

  test('says how it takes our mail, and sends none', async () => {
    const { url, lines } = await startServer({ replies: { MAIL: '250 2.1.0 sender ok' }, offers: ['SMTPUTF8'] })
    expect(await look(url)).toEqual({
      ...{ encryption: 'no TLS', login: 'no login', sender: '250 2.1.0 sender ok', isUtf8: true },
    })
    expect(lines.slice(1, 3)).toEqual(['MAIL FROM:<receipts@example.com>', 'RSET'])
    expect(lines.slice(3).filter(line => line !== 'QUIT')).toEqual([])
  })

  test('says that it logs in, and what the server says of our sender', async () => {
    const { url, told } = await startServer({
      offers: ['AUTH PLAIN'],
      replies: { AUTH: '235 ok', MAIL: '553 not you' },
    })
    const address = url.replace('//', '//user:secret@')
    expect(await look(address)).toMatchObject({ login: 'login accepted', sender: '553 not you', isUtf8: false })
    expect(told('AUTH PLAIN')).toHaveLength(1)
    const refusing = await startServer({ offers: ['AUTH PLAIN'], replies: { AUTH: '535 5.7.8 no' } })
    expect(await faultOf(look(refusing.url.replace('//', '//user:secret@')))).toMatchObject({
      code: '535',
      reason: 'relay',
    })
    expect(refusing.told('MAIL')).toEqual([])
  })

  test('fails if nobody is there', async () => {
    expect(await faultOf(look('smtp://127.0.0.1:1'))).toMatchObject({ code: 'connection', reason: 'network' })
  })
})

describe('what a mail server may say', () => {
  /** A connection of nodemailer's, with what it took and whether it was ended. */
  function connect() {
    class Connection {
      taken = 0
      ended: string[] = []
      _socket = { bytesWritten: 0, destroy: () => void this.ended.push('destroyed') }
      _onData(chunk: Buffer): void {
        this.taken += chunk.length
      }
      _onResponseTooLarge(): void {
        this.ended.push('too large')
      }
    }
    limitAnswers(Connection)
    const connection = new Connection()
    return { connection, another: new Connection(), say: (text: string) => connection._onData(Buffer.from(text)) }
  }
  const over = ['too large', 'destroyed']

  test('to one of our writes is 64 KiB', () => {
    const { connection, say } = connect()
    say('x'.repeat(maxAnswer.bytes / 2))
    say('x'.repeat(maxAnswer.bytes / 2))
    connection._socket.bytesWritten = 5
    say('x'.repeat(maxAnswer.bytes))
    expect([connection.taken, connection.ended]).toEqual([2 * maxAnswer.bytes, []])
    say('x')
    expect([connection.taken, connection.ended]).toEqual([2 * maxAnswer.bytes, over])
  })

  test('to one of our writes is 500 lines', () => {
    const { connection, say } = connect()
    say('\n'.repeat(maxAnswer.lines - 1))
    say('x\n')
    expect(connection.ended).toEqual([])
    say('x')
    expect(connection.ended).toEqual([])
    say('\n')
    expect(connection.ended).toEqual(over)
  })

  test('on one connection is 4 MiB, and no other connection pays for it', () => {
    const { connection, another, say } = connect()
    const count = maxAnswer.connectionBytes / maxAnswer.bytes
    for (let write = 0; write < count; write++) {
      connection._socket.bytesWritten++
      say('x'.repeat(maxAnswer.bytes))
    }
    expect(connection.ended).toEqual([])
    connection._socket.bytesWritten++
    another._onData(Buffer.from('x'))
    expect([connection.ended, another.ended]).toEqual([[], []])
    say('x')
    expect(connection.ended).toEqual(over)
  })

  test('takes a minute from its first byte on', () => {
    let now = 5000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const { connection, say } = connect()
    say('x')
    now += maxAnswer.milliseconds
    say('x')
    expect(connection.ended).toEqual([])
    connection._socket.bytesWritten = 5
    now += 600_000
    say('x')
    now += maxAnswer.milliseconds + 1
    expect(connection.ended).toEqual([])
    say('x')
    expect(connection.ended).toEqual(over)
  })
})
