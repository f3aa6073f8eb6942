import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isExhaustive } from '../../../test/support/scope.ts'
import { listMerchants } from '../../src/merchants/merchants.ts'
import { createExaminer } from '../../src/merchants/templates/examiner.ts'
import { keepVersion } from '../../src/merchants/templates/versions.ts'
import { checkTemplates, templatesOf } from '../../src/operations/doctor/template-check.ts'
import { inDatabase } from '../support/database.ts'
import { fewDatabases, startService } from '../support/service.ts'
import { person } from '../support/visitors.ts'
import { ask } from './ask.ts'

const foot = 'sections/footer.html.hbs'
const content = (text: string) => JSON.stringify({ files: { [foot]: text } })

describe.each(fewDatabases)('templates of merchants, on %s', database => {
  test('that they uploaded are examined again after an upgrade, and the doctor says whose, which and what', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    const { dataDir, databaseUrl } = shop.config
    const place: Record<string, string> =
      databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, MAIL: 'folder' }
    const askHere = () =>
      inDatabase(shop, async db =>
        checkTemplates(templatesOf(shop.config, { db, examine: createExaminer() }, await listMerchants(db))),
      )
    // The doctor's own thread compiles the lint anew.
    const look = () => (isExhaustive ? ask('templates', place) : askHere())
    const owner = await person(shop, 'admin')
    const examined = { content: { files: { [foot]: '<p>{{title}}</p>' } }, findings: [], files: 1, bytes: 0 }
    for (const by of ['root', 'ada']) await keepVersion(shop.service.db, 'demo', examined, { at: Date.now(), by })
    expect((await owner.ask('/templates/2/publish', { method: 'POST', body: {} })).status).toBe(200)
    expect(await look()).toMatchObject({
      state: 'ok',
      says: 'The templates of all merchants are sound.',
    })

    // As if the engine of before had known a field that this one doesn't.
    const before = {
      engine_version: '0.1.0+0123456789ab',
      content: content('<p>{{title}}</p>\n<p>{{salesCounter}}</p>'),
    }
    await inDatabase(shop, db => db.updateTable('template_versions').set(before).execute())
    const found = await look()
    expect(found).toMatchObject({ state: 'warn', mend: expect.stringContaining('counterfoil lint') })
    expect(found?.says).toMatch(
      /^demo, version 2 of its uploaded templates: sections\/footer\.html\.hbs:2:6: .*salesCounter/,
    )
    expect(found?.says).not.toContain('version 1')

    // Withdrawn, they draw nothing.
    expect((await owner.ask('/published-templates', { method: 'DELETE' })).status).toBe(204)
    expect(await look()).toMatchObject({ state: 'ok' })
  })
})

test('an uploaded version goes before the folder that the settings name', async () => {
  await using shop = await startService({ withoutWorker: true })
  const { dataDir, templatesDir } = shop.config
  mkdirSync(join(templatesDir, 'alder/sections'), { recursive: true })
  writeFileSync(join(templatesDir, 'alder', foot), '<p>{{title}}</p>')
  const owner = await person(shop, 'admin')
  await inDatabase(shop, db =>
    db
      .updateTable('merchants')
      .set({ settings: JSON.stringify({ templates: 'alder' }) })
      .execute(),
  )
  writeFileSync(join(templatesDir, 'alder', foot), '<p>{{titel}}</p>')
  expect((await ask('templates', { DATA_DIR: dataDir }))?.says).toMatch(/^demo: sections\/footer\.html\.hbs:1:6/)
  const examined = { content: { files: { [foot]: '<p>{{title}}</p>' } }, findings: [], files: 1, bytes: 0 }
  await keepVersion(shop.service.db, 'demo', examined, { at: Date.now(), by: 'root' })
  await owner.ask('/templates/1/publish', { method: 'POST', body: {} })
  expect(await ask('templates', { DATA_DIR: dataDir })).toMatchObject({ state: 'ok' })
})

/** Templates of so many merchants, each with two problems. */
const unsound = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `shop-${at}`,
    problems: async () => [`sections/footer.html.hbs:${at + 1}:6: there is no "x"`, 'brand.json:1:1: no'],
  }))

test('five merchants are named, with file and line, and the others counted', async () => {
  const { state, says } = await checkTemplates(unsound(7))
  expect(state).toBe('warn')
  expect(says).toContain('shop-4: sections/footer.html.hbs:5:6: there is no "x" (and 1 more).')
  expect(says).not.toContain('shop-5')
  expect(says).toMatch(/ Templates of 2 more merchants have problems, too\.$/)
  expect((await checkTemplates(unsound(6))).says).toMatch(/ Templates of 1 more merchant have problems, too\.$/)
  expect((await checkTemplates(unsound(5))).says).not.toContain('more merchant')
})

test('what there is no time for is said, not left out, and what was found is told', async () => {
  let now = 0
  const after = (ms: number, found?: string[]) => (each: ReturnType<typeof unsound>[number]) => ({
    ...each,
    problems() {
      now += ms
      return found ? Promise.resolve(found) : each.problems()
    },
  })
  const { state, says } = await checkTemplates(unsound(4).map(after(240_000)), () => now)
  expect(state).toBe('warn')
  expect(says).toMatch(/^shop-0: .*shop-1: .* Those of 2 more merchants weren't examined: there was no time left\.$/)
  const sound = unsound(3).map(after(600_000, []))
  expect(await checkTemplates(sound, () => now)).toMatchObject({
    state: 'warn',
    says: "Those of 2 more merchants weren't examined: there was no time left.",
  })
})
