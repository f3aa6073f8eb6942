import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
    const owner = await person(shop, 'admin')
    const files = [{ path: foot, content: Buffer.from('<p>{{title}}</p>').toString('base64') }]
    for (const number of [1, 2])
      expect((await owner.ask('/templates', { body: { files } })).json).toMatchObject({ number, errors: 0 })
    expect((await owner.ask('/templates/2/publish', { method: 'POST', body: {} })).status).toBe(200)
    expect(await ask('templates', place)).toMatchObject({
      state: 'ok',
      says: 'The templates of all merchants are sound.',
    })

    // As if the engine of before had known a field that this one doesn't.
    const before = {
      engine_version: '0.1.0+0123456789ab',
      content: content('<p>{{title}}</p>\n<p>{{salesCounter}}</p>'),
    }
    await inDatabase(shop, db => db.updateTable('template_versions').set(before).execute())
    const found = await ask('templates', place)
    expect(found).toMatchObject({ state: 'warn', mend: expect.stringContaining('counterfoil lint') })
    expect(found?.says).toMatch(
      /^demo, version 2 of its uploaded templates: sections\/footer\.html\.hbs:2:6: .*salesCounter/,
    )
    expect(found?.says).not.toContain('version 1')

    // Withdrawn, they draw nothing.
    expect((await owner.ask('/published-templates', { method: 'DELETE' })).status).toBe(204)
    expect(await ask('templates', place)).toMatchObject({ state: 'ok' })
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
  const files = [{ path: foot, content: Buffer.from('<p>{{title}}</p>').toString('base64') }]
  await owner.ask('/templates', { body: { files } })
  await owner.ask('/templates/1/publish', { method: 'POST', body: {} })
  expect(await ask('templates', { DATA_DIR: dataDir })).toMatchObject({ state: 'ok' })
})
