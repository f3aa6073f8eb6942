import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBeyond } from '../../test/support/cpu.ts'
import { isExhaustive, isSampled } from '../../test/support/scope.ts'
import type { ApiContext, Operation } from '../src/http/operation.ts'
import { allOperations } from '../src/http/operations.ts'
import {
  adminToken,
  basic,
  databases,
  demoCredentials,
  fixture,
  longTest,
  receipt,
  startService,
  type TestService,
} from './support/service.ts'
import { person } from './support/visitors.ts'

/** Every operation of the service; none is called here, so they need nothing. */
const none = { schedulers: { create: {} }, metrics: {}, searchKey: { secret: '' } }
const operations = allOperations(none as unknown as ApiContext, {
  health: [],
  admin: true,
  mailbox: undefined,
  page: undefined,
}).filter(({ security, query, path }) => security !== 'none' || query !== undefined || path.includes('{'))

/** Milliseconds of CPU in which a question is answered, and what each KiB of its answer may take, too. */
const mostCpu = { question: 200, kibibyte: 0.1 }

const long = 'a'.repeat(10_000)

/** As they stand in a query. */
const extremes = [
  ...['', 'a%00b', '-1', '1e308', long, '%F0%9F%A7%BE%ff', '0001-01-01', '9999-12-31'],
  ...['9999-12-31T23:59:59-18:00', '2026-01-01'.padEnd(10_000, '0')],
]

/** Those that may get as far as a database. */
const forDatabases = ['a%00b', long, '%F0%9F%A7%BE%ff', '9999-12-31']

/** Ranges that are as long as they can be. */
const longRanges = ['hour', 'day', 'week', 'month', 'all'].flatMap(interval =>
  ['fromDate=0001-01-01&toDate=9999-12-31', 'fromDate=1900-01-01&toDate=2026-12-31'].flatMap(range =>
    ['', '&timeZone=America/Toronto', '&groupBy=item', '&groupBy=store&timeZone=Pacific/Chatham'].map(
      rest => `?${range}&interval=${interval}${rest}`,
    ),
  ),
)

describe.each(databases)('no question costs more than its answer, on %s', database => {
  let shop: TestService
  let cookie: string
  let receiptId: string
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true, settings: { RATE_LIMIT: '0' } })
    receiptId = await shop.create(receipt())
    // Tills' clocks may be wrong.
    for (const year of ['0001', '9999']) await shop.create(receipt({ receiptDateTime: `${year}-06-01T12:00:00Z` }))
    cookie = (await person(shop, 'admin')).cookie
  })
  afterAll(() => shop.stop())

  const send = (operation: Operation, path: string, body?: string) => {
    const headers: Record<string, string> = {
      ...(operation.security === 'session' && { cookie }),
      ...(operation.security === 'admin' && { authorization: `Bearer ${adminToken}` }),
      ...(/merchant|key/.test(operation.security) && { authorization: basic(demoCredentials) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return fetch(`${shop.url}${path}`, { method: operation.method, headers, ...(body !== undefined && { body }) })
  }

  /** Asks and measures; what is too slow is asked again, because the first time compiles, and others use the machine, too. */
  async function asked(operation: Operation, path: string, body?: string): Promise<string | undefined> {
    const name = `${operation.id} ${path.slice(0, 150)}`
    for (let tries = 3; ; tries--) {
      const before = process.cpuUsage()
      const answer = await send(operation, path, body)
      const { byteLength } = await answer.arrayBuffer()
      const { user, system } = process.cpuUsage(before)
      const cpu = (user + system) / 1000
      const { status } = answer
      if (status >= 500) return `${name}: ${status}`
      if (!isBeyond(cpu, mostCpu.question + (mostCpu.kibibyte * byteLength) / 1024)) return undefined
      if (tries === 1) return `${name}: ${Math.round(cpu)} ms`
    }
  }

  const filled = (path: string, of: Readonly<Record<string, string>> = {}) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const usual = name === 'merchantId' ? 'demo' : name === 'receiptId' ? receiptId : 'x'
      return of[name] ?? usual
    })

  test.each(
    operations
      .flatMap(operation =>
        Object.keys(operation.query?.shape ?? {}).map(name => [operation.id, name, operation] as const),
      )
      .map((asked, at) => [...asked, at] as const),
  )('of %s, %s at its extremes', async (id, name, operation, at) => {
    // What is asked for isn't there: it isn't printed each time.
    const path = filled(operation.path, /[pP]df|print/.test(id) ? { receiptId: 'x' } : {})
    const others = Object.keys(operation.query?.shape ?? {})
      .filter(other => other !== name && /^(?:from|to)Date$/.test(other))
      .map(other => `${other}=2026-01-0${other === 'toDate' ? 2 : 1}`)
    // Parameters are few kinds of values, of which many are alike: each of those meets each extreme.
    const values = (database === 'SQLite' ? extremes : forDatabases)
      .filter((_, nth) => isSampled(at, nth))
      .map(value => `${name}=${value}`)
    // Names are read before any database is asked.
    const names = [`${name}=a&${name}=b`, `${name}[]=a&${name}[x]=b`, `${name}=1&`.repeat(300)]
    const wrong: (string | undefined)[] = []
    const odd = names.filter((_, nth) => isExhaustive || (database === 'SQLite' && isSampled(at, nth)))
    for (const query of [...values, ...odd])
      wrong.push(await asked(operation, `${path}?${[...others, query].join('&')}`))
    expect(wrong.filter(Boolean)).toEqual([])
  })

  test
    .runIf(database === 'SQLite')
    .each(
      operations.filter(({ id }) => /[sS]tatistics$/.test(id)).map(operation => [operation.id, operation] as const),
    )('the longest ranges of %s', async (_, operation) => {
    const wrong: (string | undefined)[] = []
    for (const query of longRanges.filter((_, at) => isSampled(at)))
      wrong.push(await asked(operation, filled(operation.path) + query))
    expect(wrong.filter(Boolean)).toEqual([])
  })

  test('what a till with a wrong clock sent costs nobody anything', async () => {
    const days = ['0001-06-01', '0001-06-02', '0001-06-03', '0001-06-04', '2026-06-05', '9999-12-31']
    for (const day of days) await shop.create(receipt({ receiptDateTime: `${day}T12:00:00Z` }))
    const problems = operations.find(({ id }) => id === 'listProblems')!
    expect(await asked(problems, problems.path)).toBeUndefined()
  })

  test('each parameter of a path at its extremes', async () => {
    const wrong: (string | undefined)[] = []
    for (const [at, operation] of operations.entries())
      for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g))
        for (const value of ['%00', long, '%F0%9F%A7%BE%ff'].filter((_, nth) => isSampled(at, nth)))
          wrong.push(await asked(operation, filled(operation.path, { [name]: value }), bodyOf(operation, '{}')))
    expect(wrong.filter(Boolean)).toEqual([])
  })

  test('a NUL in a path is in no id, and one in a query or a body is refused by its name', async () => {
    const statuses = new Map<string, number>()
    for (const operation of operations) {
      const { id, path } = operation
      const body = bodyOf(operation, '{"deep":[{"x":"a\\u0000b"}]}')
      if (path.includes('{')) {
        const last = /.*\{(\w+)\}/.exec(path)?.[1] ?? ''
        statuses.set(`${id} path`, (await send(operation, filled(path, { [last]: 'a%00b' }), body)).status)
      }
      // Some take nothing, and so read nothing.
      if (body !== undefined && id !== 'createReceipt' && operation.body) {
        const answer = await send(operation, filled(path), body)
        expect([id, await answer.json()]).toEqual([id, expect.objectContaining({ errors: refusedAt('deep') })])
        const inName = await send(operation, filled(path), '{"a\\u0000":1}')
        statuses.set(`${id} name`, inName.status)
      }
    }
    expect([...statuses].filter(([, status]) => ![403, 404, 415, 422].includes(status))).toEqual([])
    const { paths } = (await (await fetch(`${shop.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: object }>>
    }
    const undescribed = operations.filter(({ id, path, method }) => {
      const described = paths[path]?.[method.toLowerCase()]?.responses
      return described && statuses.has(`${id} path`) && !(statuses.get(`${id} path`)! in described)
    })
    expect(undescribed.map(({ id }) => id)).toEqual([])
    const query = operations.find(({ id }) => id === 'queryReceipts')!
    const answer = await send(query, `${filled(query.path)}?fromDate=2026-01-01&toDate=2026-01-02&storeId=%00`)
    expect(await answer.json()).toMatchObject({ message: 'Validation error', errors: refusedAt('storeId') })
  })

  // It never comes as far as a database.
  longTest(database)('a NUL in a parameter that no operation reads is as good as none', async () => {
    for (const operation of operations.filter(({ query, method }) => !query && method === 'GET')) {
      const path = filled(operation.path)
      const [odd, plain] = [await send(operation, `${path}?__proto__=%00`), await send(operation, path)]
      expect([operation.id, odd.status]).toEqual([operation.id, plain.status])
    }
  })

  test.runIf(database === databases.at(-1))('a receipt with a NUL in any text is never an error of ours', async () => {
    const create = operations.find(({ id }) => id === 'createReceipt')!
    const whole = JSON.parse(fixture('everything/receipt')) as object
    const texts = textsOf(whole).filter((_, at) => isSampled(at))
    expect(texts.length).toBeGreaterThan(50)
    const bodies = texts.map((path, index) => JSON.stringify(withNul({ ...whole, requestId: `nul-${index}` }, path)))
    const [name] = bodies
    const others = [name!.replace('"workstation"', '"work\\u0000station"'), '{"a":"\0"}', '\0']
    const answers = await Promise.all([...bodies, ...others].map(body => send(create, filled(create.path), body)))
    expect(answers.map(({ status }) => status).filter(status => status !== 200 && status !== 422)).toEqual([])
  })
})

/** A body, for operations that read one. */
function bodyOf({ method, isForm }: Operation, body: string): string | undefined {
  return method === 'GET' || method === 'DELETE' || isForm ? undefined : body
}

function refusedAt(field: string) {
  return { [field]: [{ code: null, message: 'must not contain a NUL character' }] }
}

type Path = readonly (string | number)[]

function textsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function withNul(value: object, path: Path): object {
  const copy = structuredClone(value)
  const [last = '', ...before] = [...path].reverse()
  // biome-ignore lint/suspicious/noExplicitAny: any part of a receipt
  const parent = before.reverse().reduce((at: any, key) => at[key], copy)
  parent[last] = `${String(parent[last]).slice(0, 3)}\0${String(parent[last]).slice(3)}`
  return copy
}
