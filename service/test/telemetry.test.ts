import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as api from '@opentelemetry/api'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { thorough } from '../../test/support/scope.ts'
import { openLog } from '../src/basics/monitoring/log.ts'
import { openTelemetry } from '../src/basics/monitoring/telemetry/open-telemetry.ts'
import { readConfig } from '../src/settings/config.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { type OtelSdk, type ReadableSpan, startOtel } from './support/otel.ts'
import { freePort, startProcess } from './support/process.ts'
import { fewDatabases, makePlace, receipt, startService } from './support/service.ts'

const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
const createRoute = '/ws/rest/v1/merchants/:merchantId/receipts'

describe('the settings', () => {
  test.each([
    [{}, false],
    [settings, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318/v1/metrics' }, true],
    [{ OTEL_TRACES_EXPORTER: 'console' }, true],
    [{ OTEL_METRICS_EXPORTER: 'prometheus' }, true],
    [{ OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ ...settings, OTEL_TRACES_EXPORTER: 'none' }, true],
    [{ ...settings, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }, false],
    [{ ...settings, OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_SERVICE_NAME: 'receipts' }, false],
  ])('%j ask for telemetry: %s', (environment, wanted) => {
    expect(readConfig(environment).telemetry).toBe(wanted)
  })
})

describe('without an SDK', () => {
  async function open(wanted: boolean, load?: () => Promise<undefined>) {
    const lines: string[] = []
    const log = openLog('warn', { write: line => void lines.push(JSON.parse(line).msg) })
    const about = { wanted, name: 'counterfoil-service', version: '1', log, ...(load && { load }) }
    return { lines, ...(await openTelemetry(about)) }
  }

  test('nothing is said if nobody asked for it', async () => {
    const { lines, tracer } = await open(false, () => Promise.reject(new Error('It was loaded.')))
    expect(lines).toEqual([])
    expect(tracer.isActive()).toBe(false)
  })

  test('one warning names the missing package', async () => {
    const { lines, tracer } = await open(true, async () => undefined)
    expect(lines).toEqual([expect.stringContaining("@opentelemetry/api isn't installed")])
    expect(await tracer.run('work', {}, async () => 'done')).toBe('done')
  })

  test('one warning says how to start it', async () => {
    const { lines } = await open(true)
    expect(lines).toEqual([expect.stringContaining('no SDK was started before the service')])
  })
})

describe('an SDK that otel.mjs started', () => {
  const left = Symbol.for('counterfoil.opentelemetry')
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(globalThis, left)
  })

  test.each<[string, () => Promise<unknown>, string[]]>([
    ['that ends', () => Promise.resolve(), []],
    [
      'that fails',
      () => Promise.reject(new Error('The collector is away')),
      ["The collector didn't take the last spans and metrics"],
    ],
    ['that hangs', () => new Promise(() => {}), ["The collector didn't take the last spans and metrics"]],
  ])('%s keeps no stopping process', async (_, shutdown, said) => {
    const lines: string[] = []
    const log = openLog('warn', { write: line => void lines.push(JSON.parse(line).msg) })
    Object.assign(globalThis, { [left]: { api, shutdown } })
    const sdk = startOtel()
    const { close } = await openTelemetry({ wanted: true, name: 'counterfoil-service', version: '1', log })
    sdk.stop()
    vi.useFakeTimers()
    const closed = close?.()
    await vi.advanceTimersByTimeAsync(4000)
    await closed
    expect(lines).toEqual(said)
  })

  thorough(
    'is found with an API of an older version, and the process ends with 0 though it fails and leaves something behind',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'counterfoil-otel-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      cpSync(new URL('../../deploy/monitoring/otel.mjs', import.meta.url), join(folder, 'otel.mjs'))
      const modules = join(folder, 'node_modules/@opentelemetry')
      const own = new URL('../../node_modules/@opentelemetry/api', import.meta.url)
      cpSync(own, join(modules, 'api'), { recursive: true, dereference: true })
      const { version } = JSON.parse(readFileSync(join(modules, 'api/package.json'), 'utf8'))
      for (const file of readdirSync(join(modules, 'api'), { recursive: true, encoding: 'utf8' })) {
        if (!/\.[cm]?js$/.test(file)) continue
        const code = readFileSync(join(modules, 'api', file), 'utf8')
        writeFileSync(join(modules, 'api', file), code.replaceAll(version, '1.9.1'))
      }
      mkdirSync(join(modules, 'sdk-node'))
      writeFileSync(join(modules, 'sdk-node/package.json'), '{"type":"module","exports":"./sdk.js"}')
      writeFileSync(
        join(modules, 'sdk-node/sdk.js'),
        `import { metrics } from '@opentelemetry/api'
       const anything = new Proxy(() => {}, { get: () => anything, apply: () => anything })
       export class NodeSDK {
         start() {
           metrics.setGlobalMeterProvider(anything)
           setInterval(() => {}, 1000)
         }
         async shutdown() { throw new Error('The collector is away') }
       }`,
      )
      const place = await makePlace('SQLite')
      onTestFinished(() => place.remove())
      const running = await startProcess({
        ...place.settings,
        ...settings,
        PORT: await freePort(),
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import ${join(folder, 'otel.mjs')}`,
      })
      expect(await running.stop()).toBe(0)
      expect(running.output()).not.toContain('no SDK was started')
      expect(running.output()).toContain("The collector didn't take the last spans and metrics")
    },
  )
})

describe.each(fewDatabases)('with an SDK, on %s', database => {
  let sdk: OtelSdk
  beforeEach(() => {
    sdk = startOtel()
  })
  afterEach(() => sdk.stop())

  const named = (name: string) => sdk.spans().filter(span => span.name === name)
  const childrenOf = (span: ReadableSpan) =>
    sdk.spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId)

  test('a request is a span in the client’s trace, and its mail a trace linked to it', async () => {
    await using mailServer = await startMailServer()
    const lines: string[] = []
    const log = openLog('info', { write: line => void lines.push(line) })
    const MAIL = { SMTP_URL: mailServer.url }
    await using shop = await startService({ database, log, settings: { ...settings, ...MAIL } })
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
    const id = await shop.create(receipt(), { traceparent })
    await mailServer.received(1)
    await until(() => named('deliver mail').length > 0)

    const [request] = named(`POST ${createRoute}`)
    expect(request?.spanContext().traceId).toBe(traceId)
    expect(request?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7')
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': createRoute,
      'http.response.status_code': 200,
      'counterfoil.reference_id': expect.any(String),
      'counterfoil.merchant_id': 'demo',
    })
    expect(childrenOf(request as ReadableSpan).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SELECT offers', 'store receipt']),
    )

    const [mail] = named('deliver mail')
    expect(mail?.parentSpanContext).toBe(undefined)
    expect(mail?.links.map(({ context }) => context.spanId)).toEqual([request?.spanContext().spanId])
    expect(mail?.attributes).toMatchObject({
      'counterfoil.receipt_id': id,
      'counterfoil.merchant_id': 'demo',
      'counterfoil.attempt': 1,
      'counterfoil.outcome': 'sent',
      'counterfoil.transport': 'smtp',
    })
    expect(childrenOf(mail as ReadableSpan).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SELECT receipts', 'make mail', 'send mail', 'record attempt']),
    )
    const logged = lines.map(line => JSON.parse(line))
    const traceOf = (message: string) =>
      logged.find(({ msg, route = createRoute }) => msg === message && route === createRoute)?.traceId
    expect(traceOf('Request answered')).toBe(traceId)
    expect(traceOf('Mail sent')).toBe(mail?.spanContext().traceId)
  })

  test('a refused mail and a refused request are failed spans with codes only', async () => {
    await using mailServer = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`5.1.1 <${address}>: no such mailbox`), { responseCode: 550 })),
    })
    await using shop = await startService({ database, settings: { ...settings, SMTP_URL: mailServer.url } })
    await shop.create(receipt())
    await until(() => named('deliver mail').length > 0)
    const [mail] = named('deliver mail')
    expect(mail?.status).toEqual({ code: 2 })
    expect(mail?.attributes).toMatchObject({ 'counterfoil.outcome': 'failed', 'error.type': '550' })
    expect((await shop.ask(shop.receipts(), { method: 'POST', body: '{}' })).status).toBe(422)
    await until(() => named(`POST ${createRoute}`).length > 1)
    const refused = named(`POST ${createRoute}`).find(span => span.attributes['http.response.status_code'] === 422)
    expect(refused?.status.code, 'a mistake of the client').toBe(0)
    expect(sdk.spans().flatMap(({ events }) => events)).toEqual([])
  })

  test('the page is made in a span of its own, and probes have none', async () => {
    await using shop = await startService({ database, withoutWorker: true, settings })
    const id = await shop.create(receipt())
    await shop.ask(shop.receipts(`/${id}/html`))
    for (const path of ['/healthz', '/readyz', '/metrics']) await shop.ask(path, { credentials: null })
    await until(() => named('GET /ws/rest/v1/merchants/:merchantId/receipts/:receiptId/html').length > 0)
    const [page] = named('make page')
    expect(page?.attributes).toEqual({ 'counterfoil.receipt_id': id })
    expect(sdk.spans().filter(({ name }) => /health|ready|metrics/.test(name))).toEqual([])
    // The query of a probe, or of the worker while nothing is due, belongs to no trace.
    const roots = sdk.spans().filter(({ parentSpanContext }) => !parentSpanContext)
    expect(roots.filter(({ name }) => !/^(?:GET|POST) /.test(name))).toEqual([])
  })

  test('metrics that are collected once more after the end complain of nothing', async () => {
    await using mailServer = await startMailServer()
    const lines: string[] = []
    const log = openLog('warn', { write: line => void lines.push(line) })
    const shop = await startService({ database, log, settings: { ...settings, SMTP_URL: mailServer.url } })
    await shop.stop()
    expect((await sdk.metrics()).map(({ name }) => name)).toContain('counterfoil_possible_duplicates_total')
    expect(lines).toEqual([])
  })

  test('the metrics of /metrics come under the same names', async () => {
    await using shop = await startService({ database, withoutWorker: true, settings })
    await shop.create(receipt())
    const text = await (await fetch(`${shop.url}/metrics`)).text()
    const ours = [...text.matchAll(/^# TYPE (counterfoil_\w+) (\w+)/gm)].map(([, name]) => name)
    const sent = await sdk.metrics()
    const points = (name: string) => sent.find(metric => metric.name === name)?.points
    expect(points('counterfoil_deliveries_queued')).toEqual(
      expect.arrayContaining([{ labels: { merchant: 'demo' }, value: 1 }]),
    )
    expect(points('counterfoil_receipts_total')).toEqual([{ labels: { result: 'accepted' }, value: 1 }])
    expect(points('counterfoil_http_request_seconds')).toContainEqual({
      labels: { method: 'POST', route: createRoute, status: '200' },
      value: expect.objectContaining({ count: 1 }),
    })
    const withValues = ours.filter(name => new RegExp(`^${name}(?:_count)?(?:\\{.*\\})? [1-9]`, 'm').test(text))
    expect(withValues.length).toBeGreaterThan(3)
    expect(withValues.filter(name => points(name ?? '') === undefined)).toEqual([])
  })
})
