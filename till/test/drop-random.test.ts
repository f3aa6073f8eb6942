import { spawnSync } from 'node:child_process'
import { appendFileSync, lstatSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { startFakeService } from './support/fake-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'
import { hasResult, resultOf, until, watch } from './support/watching.ts'

/** What lies in a drop folder: a sale, at once or by and by, or something odd. */
const kinds = [
  'sale',
  'sale',
  'slow sale',
  'folder',
  'link',
  'folder link',
  'pipe',
  'deep',
  'list',
  'utf-16',
  'huge',
  'no file of ours',
] as const

const stem = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }),
    // One letter more than a result's name has room for, or less.
    fc.integer({ min: 118, max: 124 }).map(length => 'é'.repeat(length)),
  )
  .map(text => text.replace(/[/\0]/g, '_'))
  .filter(text => Buffer.byteLength(text) < 250)

const entries = fc.uniqueArray(fc.record({ stem, kind: fc.constantFrom(...kinds), register: fc.nat(3) }), {
  minLength: 1,
  maxLength: 10,
  selector: ({ stem }) => stem.normalize('NFKC').toLowerCase(),
})

test('in any drop folder each sale is sent once and answered, what is odd is named or left alone, and nothing beside it changes', async () => {
  await using service = await startFakeService(() => undefined)
  await fc.assert(
    fc.asyncProperty(entries, async given => {
      const [drop, beside] = [newFolder(), newFolder()]
      mkdirSync(join(beside, '2020-01-01'))
      for (const name of ['x.json', '2020-01-01/y.json', 'z.result.json']) {
        writeFileSync(join(beside, name), '{}')
        utimesSync(join(beside, name), 1e9, 1e9)
      }
      const stateOf = () =>
        readdirSync(beside, { recursive: true, encoding: 'utf8' }).map(name => {
          const { ino, mtimeMs, nlink } = lstatSync(join(beside, name))
          return { name, ino, mtimeMs, nlink }
        })
      const before = stateOf()
      for (const name of ['working', 'done', 'error']) mkdirSync(join(drop, name))
      for (const name of [
        'working/evil',
        'working/1-01234567',
        'done/2020-01-01',
        'error/link.json',
        'old.result.json',
      ])
        symlinkSync(beside, join(drop, name))

      const sales = given.map(({ stem, kind, register }, index) => {
        const name = kind === 'no file of ours' ? `.${stem}.json` : `${stem}.json`
        const text = JSON.stringify(
          sale(`${index}`, { workstation: { id: `${register}`, store: { id: '4', name: 'A', address: {} } } }),
        )
        return { name, stem, kind, text, number: `${index}`, isOurs: isOurs(name) }
      })
      for (const { name, kind, text } of sales) put(join(drop, name), kind, text, beside)
      let looks = 0
      const from = service.posted().length
      const { log, stop } = await watch(service, {
        drop,
        through: folder => ({
          ...folder,
          look(...asked) {
            looks++
            return folder.look(...asked)
          },
        }),
      })
      for (const { name, kind, text } of sales)
        if (kind === 'slow sale') appendFileSync(join(drop, name), text.slice(20))

      const good = sales.filter(({ kind, isOurs }) => isOurs && kind.endsWith('sale'))
      const odd = sales.filter(({ kind, isOurs }) => isOurs && !kind.endsWith('sale'))
      const isNamed = (name: string) => log.some(({ file, level }) => file === name && level === 'error')
      const numbers = () =>
        service
          .posted()
          .slice(from)
          .map(({ transactionNumber }) => transactionNumber)
      await until(() => good.every(({ number }) => numbers().includes(number)))
      await until(() => odd.every(({ name }) => isNamed(name)))
      const hasRoom = (stem: string) => Buffer.byteLength(`${stem}.result.json`) <= 255
      await until(() =>
        [...good, ...odd].every(({ stem, name }) => (hasRoom(stem) ? hasResult(drop, stem) : isNamed(name))),
      )
      await stop()
      expect(numbers().sort()).toEqual(good.map(({ number }) => number).sort())
      for (const { stem } of good) if (hasRoom(stem)) expect(resultOf(drop, stem).copy).toBe('sent')
      for (const { stem } of odd) if (hasRoom(stem)) expect(resultOf(drop, stem)).toMatchObject({ print: true })
      for (const { name, isOurs } of sales) expect(readdirSync(drop).includes(name)).toBe(!isOurs)
      expect(stateOf()).toEqual(before)
      // At each once or twice, and at half a file every second.
      expect(looks).toBeLessThan(30 * (sales.length + 1))
    }),
    { numRuns: 5 },
  )
})

/** Whether a till may mean a sale by this name, as the README says. */
function isOurs(name: string): boolean {
  return !/^[.~]/.test(name) && !/\.(result|error)\.json$/i.test(name)
}

function put(path: string, kind: (typeof kinds)[number], text: string, beside: string): void {
  const contents: Record<string, string | Uint8Array> = {
    'slow sale': text.slice(0, 20),
    deep: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    list: `[${text}]`,
    'utf-16': Buffer.from(text, 'utf16le'),
    huge: `"${'x'.repeat(1024 * 1024)}"`,
  }
  if (kind === 'folder') mkdirSync(path)
  else if (kind === 'link') symlinkSync(join(beside, 'x.json'), path)
  else if (kind === 'folder link') symlinkSync(beside, path)
  else if (kind === 'pipe') spawnSync('mkfifo', ['--', path])
  else writeFileSync(path, contents[kind] ?? text)
  if (kind === 'utf-16') utimesSync(path, 1e9, 1e9)
}
