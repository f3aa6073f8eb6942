import { createSecretKey } from 'node:crypto'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseUnavailableError } from '../../src/basics/errors/errors.ts'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { openBouncePort, type portLimits } from '../../src/delivery/bounces/port.ts'
import { createBounceSenders, createDeliveryTokens } from '../../src/delivery/bounces/senders.ts'
import type { ArrivedMail } from '../../src/delivery/bounces/take.ts'
import { until } from '../support/mail-server.ts'
import { bring, dsn } from '../support/reports.ts'

const key = { id: 'abcdef', secret: createSecretKey(Buffer.from('a key of the tests')) }
const senders = createBounceSenders('bounces@example.com', createDeliveryTokens(key))
const { address: sender } = senders.of('0'.repeat(32), 1)

/** A port that takes every report, unless something else is to happen. */
async function openPort(
  limits: Partial<typeof portLimits> = {},
  takeMail: (mail: ArrivedMail) => Promise<boolean> = async () => true,
) {
  const mails: ArrivedMail[] = []
  const port = await openBouncePort({
    ...{ host: '127.0.0.1', port: 0, name: 'example.com', senders, log: openLog('silent'), limits },
    taker: {
      async takeMail(mail) {
        mails.push(mail)
        return takeMail(mail)
      },
      sawForged: () => {},
    },
  })
  onTestFinished(port.close)
  return { port: port.port, mails }
}

/** A connection that says what it is told, and what came back. */
function talk(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let heard = ''
  let isOpen = true
  socket.on('data', chunk => {
    heard += chunk.toString('latin1')
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      isOpen = false
    })
  const begun = [`EHLO mx.example.net`, 'MAIL FROM:<>', `RCPT TO:<${sender}>`, 'DATA']
  return {
    socket,
    heard: () => heard,
    isOpen: () => isOpen,
    say: (...lines: string[]) => void socket.write(lines.map(line => `${line}\r\n`).join('')),
    async hears(text: string | RegExp) {
      await until(
        () => heard.search(text) >= 0 || !isOpen,
        undefined,
        () => heard.slice(-500),
      )
      expect(heard).toMatch(text)
    },
    async begin() {
      for (const line of begun) {
        const before = heard.length
        await until(() => heard.length > 0)
        socket.write(`${line}\r\n`)
        await until(() => heard.length > before)
      }
      await this.hears(/^354 /m)
    },
  }
}

test('a report is answered once it is taken; whoever brings it comes again if that fails', async () => {
  const faults = [new DatabaseUnavailableError(new Error('away')), new TypeError('a mistake')]
  const { port, mails } = await openPort({}, async () => {
    const fault = faults.shift()
    if (fault) throw fault
    return true
  })
  const report = dsn({ recipient: 'guest@example.com' })
  expect(await bring(port, sender, report)).toMatch(/^451 4\.3\.0 /)
  expect(await bring(port, sender, report)).toMatch(/^451 4\.3\.0 /)
  expect(await bring(port, sender, report)).toMatch(/^250 /)
  expect(mails.map(({ recipients }) => recipients)).toEqual(Array(3).fill([sender]))
  expect(Buffer.from(mails[2]?.content ?? []).toString()).toContain('5.1.1')
})

test('of a long report the beginning is kept; one that is too large is read to its end and refused', async () => {
  const limits = { keptBytes: 100_000, reportBytes: 400_000 }
  const { port, mails } = await openPort(limits)
  const long = (bytes: number) => `${dsn({ recipient: 'guest@example.com' })}${'receipt \r\n'.repeat(bytes / 10)}`
  expect(await bring(port, sender, long(300_000))).toMatch(/^250 /)
  expect(mails.map(({ content }) => content.length)).toEqual([100_000])
  const visitor = talk(port)
  await visitor.begin()
  visitor.socket.write(`${long(2_000_000)}.\r\n`)
  await visitor.hears(/^552 5\.3\.4 /m)
  visitor.say('MAIL FROM:<> SIZE=104857600')
  await visitor.hears(/^552 5\.3\.4 [\s\S]*^552 /m)
  expect(mails).toHaveLength(1)
})

test('a report of nothing but dots is cut off', async () => {
  const { port, mails } = await openPort({ pieces: 5000 })
  const visitor = talk(port)
  await visitor.begin()
  visitor.socket.write(`${'..\r\n'.repeat(50_000)}.\r\n`)
  await until(() => !visitor.isOpen())
  expect([visitor.heard().split('354')[1]?.includes('250'), mails]).toEqual([false, []])
})

test('a report that is cut off is none', async () => {
  const { port, mails } = await openPort()
  const visitor = talk(port)
  await visitor.begin()
  visitor.socket.write(dsn({ recipient: 'guest@example.com' }))
  visitor.socket.end()
  await until(() => !visitor.isOpen())
  expect(mails).toEqual([])
})

test('whoever only talks, or takes too long, is cut off', async () => {
  const { port, mails } = await openPort({ commandBytes: 5000, connectionMs: 1500 })
  const [flood, slow, mute] = [talk(port), talk(port), talk(port)]
  await Promise.all([flood, slow, mute].map(visitor => visitor.hears(/^220 /m)))
  flood.say(...Array(5000).fill('NOOP'))
  slow.say('EHLO mx.example.net')
  const dripping = setInterval(() => slow.socket.write('N'), 100)
  onTestFinished(() => clearInterval(dripping))
  await until(() => [flood, slow, mute].every(({ isOpen }) => !isOpen()))
  expect(await bring(port, sender, dsn({ recipient: 'guest@example.com' }))).toMatch(/^250 /)
  expect(mails).toHaveLength(1)
})

test('one address has a share of the connections, and no list of recipients to try', async () => {
  const { port } = await openPort({ connectionsPerAddress: 3, refusedRecipients: 4 })
  const visitors = Array.from({ length: 5 }, () => talk(port))
  await until(() => visitors.every(({ heard }) => heard() !== ''))
  expect(visitors.map(({ heard }) => heard().slice(0, 3)).sort()).toEqual(['220', '220', '220', '421', '421'])
  const [guesser] = visitors.filter(({ heard }) => heard().startsWith('220'))
  guesser?.say('EHLO mx.example.net', 'MAIL FROM:<>', ...Array(20).fill('RCPT TO:<ada@example.com>'))
  await until(() => guesser?.isOpen() === false)
  expect(guesser?.heard().match(/^550 5\.1\.1 /gm)).toHaveLength(4)
})

test('there is neither a login nor a way on', async () => {
  const { port } = await openPort()
  const visitor = talk(port)
  await visitor.hears(/^220 /m)
  visitor.say('EHLO mx.example.net')
  await visitor.hears(/^250 /m)
  expect(visitor.heard()).not.toMatch(/AUTH|STARTTLS|XCLIENT/)
  visitor.say('AUTH PLAIN AGEAYg==', 'MAIL FROM:<ada@example.net>', 'RCPT TO:<grace@example.net>', 'DATA')
  await visitor.hears(/^500 [\s\S]*^250 [\s\S]*^550 [\s\S]*^503 /m)
})
