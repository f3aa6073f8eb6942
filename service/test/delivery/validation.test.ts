import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { createMailDns, type MailDns, type MailHosts, openMailRecords } from '../../src/delivery/validation/dns.ts'
import { createEmailValidator, createProbe } from '../../src/delivery/validation/validate.ts'
import { openSearchKey, type SearchKey } from '../../src/receipts/search/terms.ts'
import { type DnsServer, startDnsServer, type Zone } from '../support/dns-server.ts'
import { makePlace } from '../support/service.ts'

const [minute, day] = [60_000, 86_400_000]

describe('DNS', () => {
  const zone: Zone = {
    'good.example.com': { MX: ['20 second.example.com', '5 first.example.com', '30 third.example.com'] },
    'half.example.com': { MX: ['', 'mx.example.com'] },
    'address.example.com': { A: ['192.0.2.7', '192.0.2.8'], TXT: ['v=spf1 -all', 'x'.repeat(300)] },
    'nomail.example.com': { MX: [''] },
    'dot.example.com': { MX: ['0 .'] },
    'empty.example.com': {},
    'broken.example.com': 'SERVFAIL',
    'slow.example.com': 'silence',
    'landmark.example.com': { MX: ['mx.example.com'] },
  }
  let server: DnsServer
  beforeAll(async () => {
    server = await startDnsServer(zone)
  })
  afterAll(() => server[Symbol.asyncDispose]())
  const dnsWith = (landmarks: string[], { onWorld = (_: boolean) => {}, timeout = 10_000 } = {}) =>
    createMailDns({ servers: [server.address], timeout, landmarks, onWorld })

  test.each<[string, MailHosts]>([
    ['good', { result: 'hosts', hosts: ['first', 'second', 'third'].map(name => `${name}.example.com`) }],
    ['half', { result: 'hosts', hosts: ['mx.example.com'] }],
    ['address', { result: 'hosts', hosts: ['address.example.com'] }],
    ['nomail', { result: 'none' }],
    ['dot', { result: 'none' }],
    ['empty', { result: 'none' }],
    ['gone', { result: 'none' }],
    ['broken', { result: 'unknown' }],
    ['slow', { result: 'unknown' }],
  ])('says who takes mail to %s.example.com: %j', async (name, hosts) => {
    const dns = dnsWith(['nowhere.example.com', 'landmark.example.com'], name === 'slow' ? { timeout: 50 } : {})
    expect(await dns.hostsOf(`${name}.example.com`)).toEqual(hosts)
  })

  test('that resolves no public name says nothing by finding none', async () => {
    const found: boolean[] = []
    const closed = dnsWith(['nowhere.example.com', 'broken.example.com'], {
      onWorld: isFound => void found.push(isFound),
    })
    expect(await closed.hostsOf('gone.example.com')).toEqual({ result: 'unknown' })
    expect(await closed.hostsOf('empty.example.com')).toEqual({ result: 'unknown' })
    // That a domain takes no mail is said by its own record.
    expect(await closed.hostsOf('nomail.example.com')).toEqual({ result: 'none' })
    expect(found).toEqual([false])
  })

  test('is asked for public names every ten minutes, and every half one while it has none', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked = async (landmark: string, after: number) => {
      const dns = dnsWith([landmark])
      expect(await dns.resolvesPublicNames()).toBe(landmark.startsWith('landmark'))
      const before = server.questions()
      vi.setSystemTime(Date.now() + after - 1)
      await dns.resolvesPublicNames()
      const between = server.questions()
      vi.setSystemTime(Date.now() + 1)
      await dns.resolvesPublicNames()
      return [between - before, server.questions() - between]
    }
    expect(await asked('landmark.example.com', 600_000)).toEqual([0, 1])
    expect(await asked('nowhere.example.com', 30_000)).toEqual([0, 1])
  })

  test('has the addresses of a host, and none of another', async () => {
    const dns = dnsWith([])
    expect(await dns.addressesOf('address.example.com')).toEqual(['192.0.2.7', '192.0.2.8'])
    expect(await dns.addressesOf('gone.example.com')).toEqual([])
  })

  test('publishes texts, and whether a domain takes mail; that it can’t say is no answer', async () => {
    expect([createMailDns(), openMailRecords()].map(asked => typeof asked)).toEqual(['object', 'object'])
    const records = openMailRecords([server.address])
    expect(await records.textsOf('address.example.com')).toEqual(['v=spf1 -all', 'x'.repeat(300)])
    expect([await records.textsOf('empty.example.com'), await records.textsOf('gone.example.com')]).toEqual([[], []])
    const names = ['good', 'half', 'address', 'nomail', 'dot', 'empty', 'gone']
    const takes = await Promise.all(names.map(name => records.takesMail(`${name}.example.com`)))
    expect(takes).toEqual([true, true, true, false, false, false, false])
    await expect(records.textsOf('broken.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' })
    await expect(records.takesMail('broken.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  })
})

describe('an address', () => {
  let opened: Awaited<ReturnType<typeof openDatabase>>
  let db: Database
  let searchKey: SearchKey
  let now: number
  const [dnsAsked, probed]: [string[], { ip: string; mailbox: string; stranger: string }[]] = [[], []]
  let hosts: MailHosts
  let ips: string[]
  beforeAll(async () => {
    const place = await makePlace('SQLite', { hasTables: true })
    opened = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
    db = opened.db
    searchKey = await openSearchKey(db, undefined, 200 * day)
    return async () => {
      await opened.close()
      await place.remove()
    }
  })
  beforeEach(() => {
    now = 200 * day
    dnsAsked.length = 0
    probed.length = 0
    hosts = { result: 'hosts', hosts: ['mx.example.com', 'mx2.example.com'] }
    ips = ['192.0.2.7', '192.0.2.8']
  })

  type Verdict = 'valid' | 'invalid' | 'unknown'
  const dns: Partial<MailDns> = {
    async hostsOf(domain) {
      dnsAsked.push(domain)
      return hosts
    },
    async addressesOf(host) {
      dnsAsked.push(host)
      return ips
    },
  }
  const validatorWith = (
    probe?: (mailbox: string, signal: AbortSignal) => Verdict | Promise<Verdict>,
    deadline = 60_000,
  ) => {
    const validate = createEmailValidator({
      ...{ db, searchKey, dns: dns as MailDns, now: () => now, deadline },
      ...(probe && {
        probe: async (question, signal) => {
          probed.push(question)
          return await probe(question.mailbox, signal)
        },
      }),
    })
    return (address: string, merchantId = 'demo') => validate(merchantId, address)
  }

  test('is what its mail server says, with a stranger of the same domain', async () => {
    for (const verdict of ['valid', 'invalid', 'unknown'] as const)
      expect(await validatorWith(() => verdict)('Ada@Example.com')).toEqual({ status: verdict })
    const [{ ip, mailbox, stranger } = { ip: '', mailbox: '', stranger: '' }] = probed
    expect([ip, mailbox, dnsAsked.slice(0, 2)]).toEqual([
      '192.0.2.7',
      'Ada@example.com',
      ['example.com', 'mx.example.com'],
    ])
    expect(stranger).toMatch(/^[0-9a-f]{16,}@example\.com$/)
    expect(new Set(probed.map(({ stranger }) => stranger)).size).toBe(3)
  })

  test('is invalid if it is none, or its domain takes no mail, whatever a server would say', async () => {
    const validate = validatorWith(() => 'valid')
    expect(await validate('no address')).toEqual({ status: 'invalid' })
    expect(dnsAsked).toEqual([])
    hosts = { result: 'none' }
    expect(await validate('ada@example.com')).toEqual({ status: 'invalid' })
    expect(probed).toEqual([])
  })

  test('is unknown where DNS or nobody can tell', async () => {
    expect(await validatorWith()('ada@example.com')).toEqual({ status: 'unknown' })
    const validate = validatorWith(() => 'valid')
    expect(await validate('ünï@example.com')).toEqual({ status: 'unknown' })
    hosts = { result: 'unknown' }
    expect(await validate('ben@example.net')).toEqual({ status: 'unknown' })
    hosts = { result: 'hosts', hosts: ['mx.example.com'] }
    ips = []
    expect(await validate('ada@example.com')).toEqual({ status: 'unknown' })
    expect(probed).toEqual([])
  })

  test('that a merchant doesn’t write to is invalid for that one, and why is said', async () => {
    const validate = validatorWith(() => 'valid')
    expect(await validate('gone@example.com')).toEqual({ status: 'valid' })
    const gone = { merchantId: 'demo', emailAddress: 'gone@example.com', kind: 'complaint' } as const
    await opened.commit(transaction => suppress(transaction, searchKey, [gone], now))
    expect(await validate('Gone@example.com')).toEqual({ status: 'invalid', reason: 'complaint' })
    expect(await validate('gone@example.com', 'another')).toEqual({ status: 'valid' })
  })

  test.each([
    ['valid', 7 * day],
    ['invalid', day],
    ['unknown', 10 * minute],
  ] as const)('that is %s is asked about again after %i ms', async (verdict, lasts) => {
    const validate = validatorWith(() => verdict)
    await validate('ada@example.com')
    now += lasts - 1
    expect(await validate('ada@example.com')).toEqual({ status: verdict })
    expect(probed).toHaveLength(1)
    now += 1
    await validate('ada@example.com')
    expect(probed).toHaveLength(2)
  })

  test('of a domain that was asked about lately needs no DNS, unless that knew nothing', async () => {
    const validate = validatorWith(() => 'valid')
    const asked = () => dnsAsked.filter(name => name === 'example.com').length
    hosts = { result: 'unknown' }
    await validate('a@example.com')
    hosts = { result: 'hosts', hosts: ['mx.example.com'] }
    await validate('b@example.com')
    expect(asked()).toBe(2)
    now += 10 * minute - 1
    await validate('c@example.com')
    expect(asked()).toBe(2)
    now += 1
    await validate('d@example.com')
    expect(asked()).toBe(3)
  })

  test('that nobody tells of in time is unknown, for now', async () => {
    let isSilent = true
    const validate = validatorWith(async (_, signal): Promise<Verdict> => {
      if (isSilent) await once(signal, 'abort')
      return 'valid'
    }, 20)
    expect(await validate('ada@example.com')).toEqual({ status: 'unknown' })
    await new Promise(setImmediate)
    isSilent = false
    const patient = validatorWith(() => 'valid')
    expect(await patient('ada@example.com')).toEqual({ status: 'valid' })
    // What came too late isn't kept.
    const before = probed.length
    await vi.waitFor(async () => {
      await validate('ada@example.com')
      expect(probed.length).toBeGreaterThan(before)
    })
  })

  test('waits for others of its server: two are asked about at once, and twenty of all', async () => {
    let [inside, most, most7] = [0, 0, 0]
    const gate = Promise.withResolvers<Verdict>()
    const validate = validatorWith(mailbox => {
      most = Math.max(most, ++inside)
      if (mailbox.endsWith('@example.com')) most7++
      return gate.promise
    })
    const same = Array.from({ length: 3 }, (_, at) => validate(`a${at}@example.com`))
    await vi.waitFor(() => expect(inside).toBe(2), { interval: 1 })
    const others: Promise<unknown>[] = []
    for (let at = 0; at < 20; at++) {
      ips = [`192.0.2.${100 + at}`]
      const before = inside
      others.push(validate(`a@example${at}.net`))
      if (at < 17) await vi.waitFor(() => expect(inside).toBe(before + 1), { interval: 1 })
    }
    await new Promise(resolve => setTimeout(resolve, 20))
    expect([most, most7]).toEqual([19, 2])
    gate.resolve('valid')
    await Promise.all([...same, ...others])
    expect(probed).toHaveLength(23)
  })
})

describe('a mail server', () => {
  /** Answers in turn; undefined closes. Gives the verdict and what it was told. */
  async function ask(answers: (string | undefined)[], more: { allowPrivate?: boolean; signal?: AbortSignal } = {}) {
    const { allowPrivate = true, signal = new AbortController().signal } = more
    const told: string[] = []
    const closed: Promise<unknown>[] = []
    const server = createServer((socket: Socket) => {
      const left = [...answers]
      const say = () => {
        const answer = left.shift()
        if (answer === undefined) socket.end()
        else if (answer !== '') socket.write(`${answer}\r\n`)
      }
      closed.push(once(socket, 'close'))
      socket.on('error', () => {})
      socket.on('data', (chunk: Buffer) => {
        told.push(...chunk.toString().trim().split('\r\n'))
        say()
      })
      say()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const probe = createProbe({
      helloName: 'mail.alder.example',
      port: (server.address() as AddressInfo).port,
      allowPrivate,
    })
    const question = { ip: '127.0.0.1', mailbox: 'ada@example.com', stranger: '0f3a@example.com' }
    const verdict = await probe(question, signal)
    await Promise.all(closed)
    server.close()
    return { verdict, told }
  }
  const [hello, no] = [['220 mx.example.com', '250-mx.example.com\r\n250 SIZE', '250 Ok'], '550 5.1.1 No such user']

  test('is asked without sending anything', async () => {
    const { verdict, told } = await ask([...hello, '250 Ok', no, '221 Bye'])
    expect(verdict).toBe('valid')
    expect(told).toEqual([
      ...['EHLO mail.alder.example', 'MAIL FROM:<>', 'RCPT TO:<ada@example.com>', 'RCPT TO:<0f3a@example.com>', 'QUIT'],
    ])
  })

  test.each<[string, (string | undefined)[], string]>([
    ['knows no such mailbox', [...hello, no], 'invalid'],
    ['takes all', [...hello, '250 Ok', '250 Ok'], 'unknown'],
    ['takes one, and says nothing clear of the stranger', [...hello, '250 Ok', '451 4.7.1 Greylisted'], 'unknown'],
    ['is greylisting', [...hello, '451 4.7.1 Greylisted', no], 'unknown'],
    ['has a policy', [...hello, '550 5.7.1 Not from you', no], 'unknown'],
    ['rejects us', ['554 5.1.1 No such user', '250 Ok', '250 Ok', '250 Ok', no], 'unknown'],
    ['rejects our name', ['220 mx', '550 No', '250 Ok', '250 Ok', no], 'unknown'],
    ['rejects our sender', ['220 mx', '250 mx', '550 No', '250 Ok', no], 'unknown'],
    ['hangs up', ['220 mx', '250 mx', undefined], 'unknown'],
    ['hangs up at once', [undefined], 'unknown'],
    ['talks without end', [`220-${'x'.repeat(70_000)}\r\n220 mx`, '250 mx', '250 Ok', '250 Ok', no], 'unknown'],
    ['says what is no reply before', ['Welcome\r\n2200\r\n220', '250 mx', '250 Ok', '250 Ok', no], 'valid'],
  ])('that %s', async (_, answers, verdict) => {
    expect((await ask(answers)).verdict).toBe(verdict)
  })

  test('of our own network is not asked', async () => {
    expect(await ask([...hello, no], { allowPrivate: false })).toEqual({ verdict: 'unknown', told: [] })
  })

  test('that is silent, or not there, is unknown', async () => {
    expect((await ask(['220 mx', ''], { signal: AbortSignal.timeout(50) })).verdict).toBe('unknown')
    const probe = createProbe({ helloName: 'x', port: 9, allowPrivate: true })
    expect(
      await probe({ ip: '127.0.0.1', mailbox: 'a@b.example', stranger: 'c@b.example' }, new AbortController().signal),
    ).toBe('unknown')
  })
})
