import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDropFolder } from '../src/drop/drop-folder.ts'
import { openSeal } from '../src/spool/seal.ts'
import { runHere } from './support/command.ts'
import { errorResponse, startFakeService } from './support/fake-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'
import { filesBelow, hasResult, resultOf, until, watch } from './support/watching.ts'

const spoolKey = 'ab'.repeat(32)
const [hour, day] = [3_600_000, 86_400_000]

test('with a key nothing is kept in clear: the spool has sales, and what is none, or isn’t kept there, is sealed', async () => {
  await using service = await startFakeService(({ body, method }) => {
    if (method !== 'POST' || body?.transactionNumber === 'sent') return undefined
    return body?.transactionNumber === 'refused'
      ? { status: 422, ...errorResponse('Validation error') }
      : { status: 503, ...errorResponse('Service Unavailable') }
  })
  const { drop, spool } = await watch(service, { spoolKey })
  const copies = ['sent', 'queued', 'refused']
  for (const copy of copies) writeFileSync(join(drop, `${copy}.json`), JSON.stringify(sale(copy)))
  const text = `[{"customer":"mira.okafor@example.com","city":"Montréal ${'x'.repeat(1000)}"}]`
  writeFileSync(join(drop, 'list.json'), text)
  writeFileSync(join(drop, 'latin.json'), Buffer.from('{"name":"mira.okafor@example.com é"}', 'latin1'))
  utimesSync(join(drop, 'latin.json'), 1e9, 1e9)
  writeFileSync(join(drop, 'huge.json'), `"mira.okafor@example.com${'x'.repeat(1024 * 1024)}`)
  await until(() => filesBelow(join(drop, 'error')).length === 4 && copies.every(copy => hasResult(drop, copy)))
  for (const copy of copies) expect(resultOf(drop, copy).copy).toBe(copy)
  await until(() =>
    readdirSync(join(drop, 'working'))
      .filter(name => !name.endsWith('.lock'))
      .every(name => readdirSync(join(drop, 'working', name)).length === 0),
  )
  expect(filesBelow(join(drop, 'done'))).toEqual([])
  expect(filesBelow(join(drop, 'error')).sort()).toEqual(['huge.cft', 'latin.cft', 'list.cft', 'refused.cft'])
  for (const name of filesBelow(drop).filter(name => !name.endsWith('.result.json')))
    expect(readFileSync(join(drop, name), 'latin1')).not.toContain('mira.okafor')
  const seal = openSeal([spoolKey])
  const opened = (name: string) => seal.open(readFileSync(join(drop, 'error', `${name}.cft`)), `${name}.cft`)
  expect(opened('list')).toBe(text)
  expect(opened('latin')).toBe('{"name":"mira.okafor@example.com é"}')
  expect(JSON.parse(opened('refused'))).toEqual(sale('refused'))
  expect(opened('huge')).toHaveLength(1024 * 1024)
  const settings = { COUNTERFOIL_SPOOL_KEY: spoolKey }
  expect(await runHere(settings, ['unseal', join(drop, 'error', 'list.cft')])).toMatchObject({
    status: 0,
    stdout: text,
  })
  expect(filesBelow(join(spool, 'sent'))).toHaveLength(1)
  expect(filesBelow(join(spool, 'pending'))).toHaveLength(1)
})

test('a sale that could neither be sent nor kept is not put to those that are done', async () => {
  await using service = await startFakeService(({ method }) =>
    method === 'POST' ? { status: 503, ...errorResponse('Service Unavailable') } : undefined,
  )
  const spool = newFolder()
  const { drop } = await watch(service, { spool })
  renameSync(join(spool, 'pending'), join(spool, 'gone'))
  writeFileSync(join(drop, 'lost.json'), JSON.stringify(sale('lost')))
  await until(() => hasResult(drop, 'lost') && readdirSync(join(drop, 'error')).length === 1)
  expect(resultOf(drop, 'lost')).toMatchObject({ copy: 'none', print: true })
  renameSync(join(spool, 'gone'), join(spool, 'pending'))
})

test('results go after an hour, what was put away after seven days, and nothing else', async () => {
  const [drop, beside] = [newFolder(), newFolder()]
  let now = Date.now()
  const folder = await openDropFolder(drop, { seal: openSeal([]), now: () => now })
  const kept = ['sale.json', 'part.json.tmp', '.other.tmp', 'done/notes/file', 'error/folder.json/file', 'done/file']
  const results = ['a.result.json', '.0123456789abcdef.tmp', '.b.result.json.01234567.tmp']
  const away = ['error/x.json', 'error/y.cft', 'done/2026-11-24/z.json', 'done/2026-11-24/.0123456789abcdef.tmp']
  for (const name of ['done/2026-11-24', 'done/notes', 'error/folder.json']) mkdirSync(join(drop, name))
  for (const name of [...kept, ...results, ...away]) writeFileSync(join(drop, name), '{}')
  writeFileSync(join(beside, '2020-01-01'), '')
  symlinkSync(beside, join(drop, 'error', 'link.json'))
  symlinkSync(beside, join(drop, 'done', '2026-11-23'))
  const left = () => filesBelow(drop).filter(name => !name.startsWith('working'))
  await folder.removeOld()
  expect(left().sort()).toEqual([...kept, ...results, ...away].sort())
  now += hour + 1000
  await folder.removeOld()
  expect(left().sort()).toEqual([...kept, ...away].sort())
  now += 7 * day
  await folder.removeOld()
  expect(left().sort()).toEqual([...kept].sort())
  expect(readdirSync(join(drop, 'error'))).toEqual(['folder.json'])
  expect(readdirSync(beside)).toEqual(['2020-01-01'])
  await folder.close()
})

test('what bears a time to come is kept from the second round on as long as the rest', async () => {
  const drop = newFolder()
  let now = Date.now()
  const folder = await openDropFolder(drop, { seal: openSeal([]), now: () => now })
  mkdirSync(join(drop, 'done', '2031-01-01'))
  const files = ['done/2031-01-01/a.json', 'error/b.json', 'c.result.json']
  for (const name of files) writeFileSync(join(drop, name), '{}')
  for (const name of [...files, 'done/2031-01-01']) utimesSync(join(drop, name), 2e9, 2e9)
  const left = () => filesBelow(drop).filter(name => !name.startsWith('working'))
  await folder.removeOld()
  await folder.removeOld()
  expect(left()).toHaveLength(3)
  now += 7 * day + hour
  await folder.removeOld()
  expect(left()).toEqual([])
  await folder.close()
})
