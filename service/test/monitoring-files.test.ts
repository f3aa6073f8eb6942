import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { addEndpoint } from '../src/delivery/webhooks/endpoints.ts'
import { eventTypes } from '../src/delivery/webhooks/payload.ts'
import { openSecretSeal } from '../src/delivery/webhooks/secrets.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { receipt, startService } from './support/service.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook_url: string }
}

const rules = (parse(read('deploy/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  group => group.rules,
)

interface Panel {
  title: string
  type: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets?: { expr: string; legendFormat: string }[]
}

const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: Panel[]
  annotations: { list: { expr: string; titleFormat: string }[] }
  templating: { list: { name: string; query: unknown }[] }
}

/** Every expression, with the text that prints its labels. */
const expressions = [
  ...rules.map(({ alert, expr, annotations }) => ({ name: alert, expr, text: annotations.description })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ name: title, expr, text: legendFormat })),
  ),
  ...dashboard.annotations.list.map(({ expr, titleFormat }) => ({ name: titleFormat, expr, text: titleFormat })),
]

/** Prometheus adds these to every series it scrapes; histograms have `le`. */
const always = ['job', 'instance', 'le']

/** The metrics an expression names, each with its matchers: `status=~"5.."`. */
function metricsIn(expr: string): { metric: string; matchers: { label: string; operator: string; value: string }[] }[] {
  const plain = expr.replaceAll(/\s+/g, ' ')
  return [...plain.matchAll(/\b((?:counterfoil|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', inside]) => ({
      metric,
      matchers: [...(inside ?? '').matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label, operator, value]) => ({
        label: label ?? '',
        operator: operator ?? '',
        value: value ?? '',
      })),
    }),
  )
}

/** The labels that an expression groups and prints by. */
function labelsOf(expr: string, text: string): string[] {
  const grouped = [...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(','))
  const printed = [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label ?? '')
  return [...grouped, ...printed].map(label => label.trim()).filter(Boolean)
}

describe('against a service where everything happened', () => {
  /** Each series' labels and their values. */
  const series = new Map<string, Map<string, Set<string>>>()

  beforeAll(async () => {
    for (const line of `${await sufferWithMailServer()}\n${await sufferWithout()}`.split('\n')) {
      const [, metric, inside = ''] = /^([a-z]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? []
      if (metric === undefined) continue
      const labels = series.get(metric) ?? new Map<string, Set<string>>()
      series.set(metric, labels)
      for (const [, label = '', value = ''] of inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
        labels.set(label, (labels.get(label) ?? new Set()).add(value))
    }
  })

  test.each(expressions)('$name: $expr', ({ expr, text }) => {
    const named = metricsIn(expr)
    expect(named.length).toBeGreaterThan(0)
    for (const { metric, matchers } of named) {
      const labels = series.get(metric)
      expect(labels, metric).toBeDefined()
      for (const { label, operator, value } of matchers.filter(one => !always.includes(one.label))) {
        const values = [...(labels?.get(label) ?? [])]
        expect(values, `${metric} has ${label}`).not.toEqual([])
        if (operator === '=~' || operator === '!~')
          expect(
            values.some(one => new RegExp(`^(?:${value})$`).test(one)),
            `${label} is like ${value}`,
          ).toBe(true)
        else expect(values, `${metric} ${label}`).toContain(value)
      }
    }
    const known = new Set([...always, ...named.flatMap(({ metric }) => [...(series.get(metric)?.keys() ?? [])])])
    expect(labelsOf(expr, text).filter(label => !known.has(label))).toEqual([])
  })

  test('every metric of ours is on the dashboard', () => {
    const shown = new Set(
      dashboard.panels
        .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)))
        .map(({ metric }) => metric.replace(/_(?:bucket|count|sum)$/, '')),
    )
    const ours = [...series.keys()]
      .map(name => name.replace(/_(?:bucket|count|sum)$/, ''))
      .filter(name => name.startsWith('counterfoil_'))
    expect([...new Set(ours)].filter(name => !shown.has(name))).toEqual([])
  })
})

test('every rule has a name of its own, a severity, words and a section of the runbook', () => {
  const headings = [...read('service/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, heading = '']) => heading)
  const alerts = headings.filter(heading => heading.startsWith('Counterfoil'))
  expect(rules.map(({ alert }) => alert).sort()).toEqual(alerts.sort())
  expect(new Set(alerts).size).toBe(rules.length)
  for (const { alert, labels, annotations } of rules) {
    expect(labels.severity, alert).toMatch(/^(?:critical|warning|info)$/)
    expect(annotations.summary, alert).toMatch(/^\S.*[^.]$/)
    expect(annotations.description, alert).toMatch(/\.$/)
    expect(annotations.runbook_url).toBe(
      `https://github.com/counterfoil/counterfoil/blob/main/service/runbook.md#${alert.toLowerCase()}`,
    )
  }
})

test('the panels don’t overlap and fill their rows', () => {
  const taken = new Set<string>()
  for (const { title, gridPos } of dashboard.panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x} ${y}`), title).toBe(false)
        taken.add(`${x} ${y}`)
      }
  const bottom = Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.y + gridPos.h))
  expect(taken.size).toBe(24 * bottom)
})

/** Mails that are sent, refused and put off, a PDF that fails, a template that prints what isn't there, letters without a font, too many requests. */
async function sufferWithMailServer(): Promise<string> {
  vi.stubEnv('PUPPETEER_EXECUTABLE_PATH', '/nowhere/chromium')
  const codes: Record<string, number> = { gone: 550, later: 451 }
  await using mailServer = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = codes[address.split('@')[0] ?? '']
      done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null)
    },
  })
  const settings = { SMTP_URL: mailServer.url }
  await using shop = await startService({ settings, waiting: { create: 1 } })
  await shop.service.checkSurroundings()
  const ids: string[] = []
  for (const name of ['guest', 'gone', 'later'])
    ids.push(await shop.create(receipt({ customer: { emailAddress: `${name}@example.com` }, header: 'თბილისი' })))
  await until(async () => {
    const states = await Promise.all(ids.map(id => shop.ask(shop.receipts(`/${id}/deliveries`))))
    return states.every(({ json }) => json[0].attempts[0]?.outcome)
  })
  expect((await shop.ask(shop.receipts(`/${ids[0]}/pdf`))).status).toBe(503)
  const post = () => shop.ask(shop.receipts(), { method: 'POST', body: receipt({ receiptType: 'PaperOnly' }) })
  await until(async () => (await Promise.all(Array.from({ length: 200 }, post))).some(({ status }) => status === 503))
  await shop.ask('/readyz', { credentials: null })
  await shop.ask(shop.receipts(), { method: 'POST', body: '{}' })
  await shop.ask(shop.receipts(), { credentials: 'demo:wrong' })
  writeTemplate(join(shop.config.templatesDir, 'later'), '<p>On paper: {{heading.copy}}!</p>')
  await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { templates: 'later' } })
  await shop.ask(shop.receipts(`/${await shop.create(receipt({ receiptType: 'PaperOnly' }))}/html`))
  vi.unstubAllEnvs()
  return (await fetch(`${shop.url}/metrics`)).text()
}

function writeTemplate(folder: string, foot: string): void {
  mkdirSync(join(folder, 'sections'), { recursive: true })
  writeFileSync(join(folder, 'sections', 'footer.html.hbs'), foot)
}

/** Mails that are written to files. */
async function sufferWithout(): Promise<string> {
  await using shop = await startService({ settings: { WEBHOOK_ALLOW: '127.0.0.1' } })
  const nobody = { url: 'http://127.0.0.1:1/', events: eventTypes, customerData: false, active: true }
  await addEndpoint(shop.service.db, openSecretSeal([]), 'demo', nobody, Date.now())
  const id = await shop.create(receipt())
  await until(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status === 'sent')
  await until(async () => {
    const attempts = await shop.service.db.selectFrom('webhook_attempts').select('code').execute()
    return attempts.length > 0
  })
  return (await fetch(`${shop.url}/metrics`)).text()
}
