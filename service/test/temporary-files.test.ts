import { mkdtempSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { thorough } from '../../test/support/scope.ts'
import { openDatabase } from '../src/database/database.ts'
import { freePort, startProcess } from './support/process.ts'
import { createClient, makePlace, receipt } from './support/service.ts'

// The setting is asked for below.
thorough('the embedded database writes nothing outside its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-sqlite-'))
  const files = new Set<string>()
  // Such a file is deleted as soon as it is made, but seen.
  const watching = watch(folder, (_event, name) => files.add(String(name)))
  onTestFinished(() => {
    watching.close()
    rmSync(folder, { recursive: true })
  })
  const place = await makePlace('SQLite')
  onTestFinished(place.remove)
  const running = await startProcess({ ...place.settings, PORT: await freePort(), SQLITE_TMPDIR: folder })
  const { create } = createClient(running.url)
  for (let turn = 0; turn < 3; turn++) await Promise.all(Array.from({ length: 30 }, () => create(receipt())))
  expect(await running.stop()).toBe(0)
  await pause(50)
  expect([...files]).toEqual([])
})

test('what was changed to write the file anew is changed back', async () => {
  const place = await makePlace('SQLite')
  onTestFinished(place.remove)
  const { db, scrub, close } = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
  expect(await scrub(2 ** 30)).toBe(true)
  const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(db)
  const inMemory = 2
  expect(rows).toEqual([{ temp_store: inMemory }])
  await close()
})
