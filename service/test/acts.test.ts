import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMessageFiles } from '../../src/locale/words/message-files.ts'
import { isRecorded } from '../src/acts/act.ts'
import { actIdOf, acts } from '../src/acts/all.ts'
import { reportCommand, tableCommand } from '../src/commands/figure-commands.ts'
import { deliveriesCommand, problemsCommand, suppressionsCommand } from '../src/commands/mail-commands.ts'
import {
  adminCommand,
  fleetCommand,
  merchantCommand,
  templatesCommand,
  webhookCommand,
} from '../src/commands/merchant-commands.ts'
import { privacyCommand } from '../src/commands/privacy-command.ts'
import { savePerson } from '../src/people/people.ts'
import { inDatabase } from './support/database.ts'
import { adminToken, receipt, startService, type TestService } from './support/service.ts'
import { type Visitor, visit } from './support/visitors.ts'

const recorded = acts.filter(isRecorded)
const english = readMessageFiles(fileURLToPath(new URL('../console/locales/', import.meta.url))).get('en')

// That each language has every word of English is test/locale/words/messages.test.ts.
test('the trail has words for each act', () => {
  expect(recorded.filter(({ id }) => !english?.get(`trail.act.${id}`)).map(({ id }) => id)).toEqual([])
})

test('each door has an act once', () => {
  for (const door of ['admin', 'console', 'command'] as const) {
    const there = acts.filter(({ access }) => access[door] !== undefined)
    const keys = there.map(({ at, access }) => (door === 'command' ? access.command?.split(' ', 2).join(' ') : at))
    expect(new Set(keys).size).toBe(there.length)
  }
  expect(new Set(acts.flatMap(({ id, alias }) => [id, ...(alias ? [alias] : [])])).size).toBe(
    acts.length + acts.filter(({ alias }) => alias).length,
  )
})

describe('every act, at each of its doors', () => {
  /** What must not be in the trail. */
  const [name, address] = ['noor@example.com', 'ada@marked.example.com']
  const markedLabel = 'Marked label'
  let shop: TestService
  let owner: Visitor
  let file: (name: string, content: unknown) => string
  beforeAll(async () => {
    shop = await startService({ withoutWorker: true })
    // With a password, because signing in is recorded, too.
    const about = { merchantId: 'demo', name: 'admin-of-demo', role: 'admin' } as const
    owner = await visit(shop.url, about.name, (await savePerson(shop.service.db, about, Date.now())).password)
    file = (name, content) => {
      const path = join(shop.config.dataDir, name)
      writeFileSync(path, JSON.stringify(content))
      return path
    }
  })
  afterAll(() => shop.stop())

  const admin = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${adminToken}` }
    const reply = await shop.ask(`/admin${path}`, { method, body, headers, credentials: null })
    expect([path, reply.status < 300]).toEqual([path, true])
    return reply.json
  }
  const inConsole = async (method: string, path: string, body?: unknown) => {
    const reply = await owner.ask(path, { method, body })
    expect([path, reply.status < 300]).toEqual([path, true])
    return reply.json
  }
  const run = async (command: typeof merchantCommand, ...args: string[]) => {
    let out = ''
    let remarks = ''
    const code = await command(
      args,
      { DATA_DIR: shop.config.dataDir },
      { stdout: { write: text => (out += text) }, stderr: { write: text => (remarks += text) } },
    )
    return { code, out: out.trim(), remarks }
  }
  const entries = () => inDatabase(shop, db => db.selectFrom('audit_entries').selectAll().orderBy('at').execute())

  test('is in the audit trail, which holds no name or address', async () => {
    const mailed = () => shop.create(receipt({ customer: { emailAddress: address } }))
    const offer = { content: 'Tea' }
    const long = '2020-01-01T00:00:00Z'

    await admin('PUT', '/merchants/alder', { name: 'Alder & Finch', settings: { sender: { name: 'Marked sender' } } })
    const key = await admin('POST', '/merchants/demo/keys', { label: markedLabel })
    await admin('DELETE', `/merchants/demo/keys/${key.id}`)
    const { id: offerId } = await admin('POST', '/merchants/demo/offers', offer)
    await admin('DELETE', `/merchants/demo/offers/${offerId}`)
    const pause = await admin('POST', '/pauses', { domain: 'marked.example.org', reason: `Because of ${address}` })
    await admin('DELETE', `/pauses/${pause.id}`)
    await admin('POST', '/deliveries/retry', { since: long })
    await mailed()
    await admin('POST', '/merchants/demo/exports', { emailAddress: address })
    await admin('POST', '/merchants/demo/erasures', { emailAddress: address })
    await admin('POST', '/deliveries/cancel', { since: long, dryRun: true })
    await admin('POST', '/merchants/demo/suppressions', { emailAddress: address })
    await admin('POST', '/merchants/demo/suppressions/find', { emailAddress: address })
    await admin('POST', '/merchants/demo/suppressions/lift', { emailAddress: address })

    const { id: hookId, secret: hookSecret } = await admin('POST', '/merchants/demo/webhooks', {
      url: 'https://93.184.216.34/?marked=Marked',
    })
    await admin('PUT', `/merchants/demo/webhooks/${hookId}`, {
      customerData: true,
      url: 'https://93.184.216.34/Marked',
    })
    const { secret: nextSecret } = await admin('POST', `/merchants/demo/webhooks/${hookId}/secret`)
    await admin('POST', `/merchants/demo/webhooks/${hookId}/test`)
    expect((await admin('GET', `/merchants/demo/webhooks/${hookId}/messages`)).messages).toHaveLength(1)
    await admin('POST', `/merchants/demo/webhooks/${hookId}/redeliveries`, { since: long })
    expect(await inConsole('GET', '/webhooks')).toMatchObject([{ id: hookId, customerData: true, active: true }])
    await inConsole('PUT', `/webhooks/${hookId}`, { active: false })
    // What was delivered doesn't become failed because it can't be delivered again.
    const body = { since: long }
    expect(await owner.ask(`/webhooks/${hookId}/redeliveries`, { method: 'POST', body })).toMatchObject({
      status: 422,
      json: { errors: { since: [{ message: 'is for a webhook that is on' }] } },
    })
    await inConsole('DELETE', `/webhooks/${hookId}`)

    const sent = { report: 'dayEnd', storeId: '1', to: [address], at: '05:30', every: 'week', weekday: 2 }
    const { id: reportId } = await admin('POST', '/merchants/demo/reports', sent)
    await admin('PUT', `/merchants/demo/reports/${reportId}`, { language: 'de-DE' })
    await inConsole('PUT', `/reports/${reportId}`, { skipEmpty: false, active: false })
    expect(await inConsole('GET', '/reports')).toMatchObject([
      { ...sent, to: [{ emailAddress: address }], language: 'de-DE', skipEmpty: false, active: false },
    ])
    await inConsole('DELETE', `/reports/${reportId}`)

    // With a style, examining takes seconds.
    const branded = '{"color":"#123456"}'
    const uploaded = { files: [{ path: 'brand.json', content: Buffer.from(branded).toString('base64') }] }
    const brand = join(shop.config.dataDir, 'my-brand')
    mkdirSync(brand)
    writeFileSync(join(brand, 'brand.json'), branded)
    expect(await admin('POST', '/merchants/demo/templates', uploaded)).toMatchObject({ number: 1, errors: 0 })
    await admin('POST', '/merchants/demo/templates/1/publish')
    await admin('DELETE', '/merchants/demo/published-templates')
    await inConsole('POST', '/templates', uploaded)
    await inConsole('POST', '/templates/2/publish')

    const named = { ids: ['1', address] }
    await admin('POST', '/merchants/demo/problems/done', { until: long, store: address, domain: 'marked.example.org' })

    const till = await inConsole('POST', '/keys', { label: markedLabel })
    const next = await inConsole('POST', `/keys/${till.id}/next`)
    await inConsole('DELETE', `/keys/${next.id}`)
    const { id: shownId } = await inConsole('POST', '/offers', offer)
    await inConsole('DELETE', `/offers/${shownId}`)
    const { id: personId } = await inConsole('POST', '/people', { name, role: 'view' })
    await inConsole('PUT', `/people/${personId}`, { role: 'desk', stores: ['Marked store'] })
    await inConsole('DELETE', `/people/${personId}/second-factor`)
    await inConsole('DELETE', `/people/${personId}`)
    const { id: otherId } = await admin('POST', '/merchants/demo/people', { name, role: 'manager' })
    await admin('PUT', `/merchants/demo/people/${otherId}`, { role: 'statistics' })
    expect(await admin('GET', '/merchants/demo/people')).toContainEqual(expect.objectContaining({ id: otherId }))
    await admin('DELETE', `/merchants/demo/people/${otherId}/second-factor`)
    await admin('DELETE', `/merchants/demo/people/${otherId}`)
    await inConsole('POST', '/suppressions', { emailAddress: address })
    await inConsole('POST', '/suppressions/find', { emailAddress: address })
    const [{ id: suppressed }] = (await inConsole('GET', '/suppressions')).suppressions
    await inConsole('POST', '/suppressions/lift', { id: suppressed })
    await inConsole('PUT', '/settings', { name: 'Demo Shop', settings: { testAddresses: [address] } })
    await inConsole('POST', `/receipts/${await mailed()}/erase`, { reason: 'customer' })
    await shop.create(receipt({ receiptDateTime: '2026-11-28T10:05:00-05:00' }))
    await inConsole('POST', '/day-end', { storeId: '1', date: '2026-11-28' })
    shop.service.fleet.note({ merchantId: 'demo', keyId: 'demo' }, 'id="till-1", store="1"')
    await shop.service.fleet.flush()
    await inConsole('PUT', '/till-settings', { deadlineMs: 3000 })
    await inConsole('DELETE', '/fleet/till-1')
    await inConsole('POST', '/problems/done', named)
    await inConsole('POST', '/problems/reopen', named)
    await inConsole('POST', '/problems/resend', { ids: [address], emailAddress: address })

    const commands: [typeof merchantCommand, ...string[]][] = [
      [merchantCommand, 'save', 'birch', '--name', 'Birch'],
      [merchantCommand, 'key', 'demo', '--label', markedLabel],
      [merchantCommand, 'offer', 'demo', '--file', file('offer.json', offer)],
      [merchantCommand, 'key', 'demo', '--scope', 'create, read', '--stores', 'Marked store,13'],
      [merchantCommand, 'user', 'demo', name, '--role', 'desk', '--stores', 'Marked store'],
      [merchantCommand, 'remove-second-factor', 'demo', name],
      [merchantCommand, 'remove-user', 'demo', name],
      [deliveriesCommand, 'pause', '--domain', 'marked.example.net', '--reason', `Because of ${address}`],
      [deliveriesCommand, 'retry', '--since', long, '--canceled'],
      [deliveriesCommand, 'cancel', '--since', long, '--dry-run'],
      [fleetCommand, 'list', 'demo', '--state', 'fine', '--page-size', '10'],
      [fleetCommand, 'set', 'demo', '--settings', file('tills.json', { printer: { width: 58 } })],
      [problemsCommand, 'list', 'demo', '--kind', 'held'],
      [problemsCommand, 'done', 'demo', '--until', long, '--reason', 'mailbox_full'],
      [problemsCommand, 'reopen', 'demo', '--done-at', long],
      [problemsCommand, 'resend', 'demo', '--id', '1', '--email', address],
      [privacyCommand, 'export', 'demo', '--email', address],
      [privacyCommand, 'erase', 'demo', '--email', address],
      [suppressionsCommand, 'add', 'demo', '--email', address],
      [suppressionsCommand, 'find', 'demo', '--email', address],
      [suppressionsCommand, 'lift', 'demo', '--email', address],
      [suppressionsCommand, 'lift', 'demo', '--since', long, '--kind', 'hand', '--dry-run'],
      [templatesCommand, 'upload', 'demo', '--from', brand],
      [templatesCommand, 'list', 'demo'],
      [templatesCommand, 'show', 'demo', '3'],
      [templatesCommand, 'preview', 'demo', '3', '--as', 'text', '--out', join(shop.config.dataDir, 'preview.txt')],
      [templatesCommand, 'publish', 'demo', '3'],
      [templatesCommand, 'withdraw', 'demo'],
      [adminCommand, 'token', 'desk', '--scope', 'read'],
      [
        webhookCommand,
        'add',
        'demo',
        '--url',
        'https://93.184.216.34/Marked',
        '--events',
        'receipt.accepted, till.silent',
      ],
    ]
    for (const command of commands) expect(await run(...command)).toMatchObject({ code: 0 })
    const when = [
      '--every',
      'week',
      '--weekday',
      '5',
      '--at',
      '07:15',
      '--cut-off',
      '04:00',
      '--to',
      `${address}, b@example.com`,
    ]
    expect(await run(reportCommand, 'add', 'demo', '--report', 'problems', ...when, '--empty')).toMatchObject({
      code: 0,
    })
    const [listed] = JSON.parse((await run(reportCommand, 'list', 'demo')).out)
    expect(listed).toMatchObject({ report: 'problems', every: 'week', weekday: 5, at: '07:15', skipEmpty: false })
    expect(listed.to).toHaveLength(2)
    for (const [action = '', ...options] of [['change', '--off'], ['change', '--no-empty', '--on'], ['remove']])
      expect([action, (await run(reportCommand, action, 'demo', listed.id, ...options)).code]).toEqual([action, 0])
    const range = ['--from', '2026-11-01', '--to', '2026-11-30']
    expect((await run(tableCommand, 'export', 'demo', '--by', 'store', ...range)).code).toBe(0)
    const [hook] = JSON.parse((await run(webhookCommand, 'list', 'demo')).out)
    expect(hook).toMatchObject({ events: ['receipt.accepted', 'till.silent'], customerData: false })
    for (const words of [
      ['change', '--off'],
      ['secret'],
      ['test'],
      ['log'],
      ['change', '--on'],
      ['redeliver', '--since', long],
      ['remove'],
    ]) {
      const [action = '', ...options] = words
      expect([words, await run(webhookCommand, action, 'demo', hook.id, ...options)]).toMatchObject([
        words,
        { code: 0 },
      ])
    }
    const [{ id: tokenId }] = JSON.parse((await run(adminCommand, 'tokens')).out)
    expect((await run(adminCommand, 'revoke', tokenId)).code).toBe(0)

    const all = await entries()
    expect(new Set(all.map(({ action }) => actIdOf(action)))).toEqual(
      new Set(['signIn', ...recorded.map(({ id }) => id)]),
    )
    const text = JSON.stringify(all)
    for (const secret of ['@', 'Marked', 'noor', 'admin-of-demo', key.secret, suppressed, hookSecret, nextSecret])
      expect(text).not.toContain(secret)
    for (const { action, target, merchant_id } of all.filter(({ action }) => /Person$/.test(action)))
      expect([action, merchant_id, target]).toEqual([action, 'demo', expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  test('that is refused, also for a wrong name, leaves nothing', async () => {
    const before = (await entries()).length
    const wrong = { name: `${name} ${address}`, role: 'view' }
    expect((await owner.ask('/people', { body: wrong })).status).toBe(422)
    expect((await owner.ask('/people/ada%40example.com', { method: 'DELETE' })).status).toBe(404)
    expect((await run(merchantCommand, 'user', 'demo', wrong.name, '--role', 'view')).code).toBe(1)
    expect((await run(merchantCommand, 'remove-user', 'demo', name)).code).toBe(1)
    expect((await run(deliveriesCommand, 'cancel', '--since', '2020-01-01', '--domain', address)).code).toBe(1)
    expect(await entries()).toHaveLength(before)
  })

  test('takes no webhook that leads into a private network, or to none', async () => {
    const refused: string[] = []
    for (const url of ['https://127.0.0.1/', 'http://93.184.216.34/', 'https://[::ffff:10.0.0.1]/', 'shop', '']) {
      const asked = await owner.ask('/webhooks', { body: { url } })
      if (asked.status === 422) refused.push(url)
      expect((await run(webhookCommand, 'add', 'demo', '--url', url)).code).toBe(1)
    }
    expect(refused).toHaveLength(5)
    for (let count = 0; count < 10; count++)
      await inConsole('POST', '/webhooks', { url: `https://93.184.216.34/${count}`, active: false })
    expect((await owner.ask('/webhooks', { body: { url: 'https://93.184.216.34/' } })).status).toBe(422)
    expect((await owner.ask('/webhooks/nothing', { method: 'DELETE' })).status).toBe(404)
  })

  test('shows names in the console, also in entries of before', async () => {
    const ada = await inConsole('POST', '/people', { name: 'ada', role: 'view' })
    const old = { detail: '{}', merchant_id: 'demo', actor: 'person:grace' }
    await inDatabase(shop, db =>
      db
        .insertInto('audit_entries')
        .values([
          { ...old, id: '1', at: 1, action: 'makeTillKey', target: 'key-1' },
          { ...old, id: '2', at: 2, action: 'savePerson', target: 'ada' },
        ])
        .execute(),
    )
    const { acts: shown } = await inConsole('GET', '/trail')
    expect(shown[0]).toMatchObject({ action: 'savePerson', actor: 'person:admin-of-demo', target: 'ada' })
    expect(shown.slice(-2)).toMatchObject([
      { action: 'savePerson', actor: 'person:grace', target: 'ada' },
      { action: 'issueKey', actor: 'person:grace', target: 'key-1' },
    ])
    await inConsole('DELETE', `/people/${ada.id}`)
    expect((await inConsole('GET', '/trail')).acts[0]).toMatchObject({ action: 'removePerson', target: 'ada' })
  })

  test('checks a key’s label', async () => {
    const headers = { authorization: `Bearer ${adminToken}` }
    for (const label of ['', ' ', 'x'.repeat(101)]) {
      const sent = { method: 'POST', body: { label } }
      const asked = await shop.ask('/admin/merchants/demo/keys', { ...sent, headers, credentials: null })
      const typed = await run(merchantCommand, 'key', 'demo', '--label', label)
      expect([label, asked.status, (await owner.ask('/keys', sent)).status, typed.code]).toEqual([label, 422, 422, 1])
    }
    await run(merchantCommand, 'key', 'demo', '--label', ' Till 9 ')
    expect((await inConsole('GET', '/keys')).at(-1)).toMatchObject({ label: 'Till 9' })
  })
})
