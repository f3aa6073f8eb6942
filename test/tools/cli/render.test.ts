import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../support/command.ts'
import { aReceipt } from '../../support/receipts.ts'
import { isExhaustive } from '../../support/scope.ts'

const temporary = mkdtempSync(join(tmpdir(), 'counterfoil-render-'))
afterAll(() => rmSync(temporary, { recursive: true }))

const sale = join(temporary, 'sale.json')
writeFileSync(sale, JSON.stringify(aReceipt({ items: [{ name: 'Scarf', price: 12, total: 12 }] })))

const run = (file: string, out: string, ...args: string[]) =>
  runCommand('render', file, '--out', join(temporary, out), '--format', 'html,text', ...args)
const written = (path: string) => readFileSync(join(temporary, path), 'utf8')

describe('counterfoil render', () => {
  test('--variant gift writes a gift receipt', async () => {
    expect((await run(sale, 'gift', '--variant', 'gift')).code).toBe(0)
    expect(written('gift/sale.txt')).toContain('Gift receipt')
    expect(written('gift/sale.txt')).toContain('Scarf')
    expect(written('gift/sale.txt')).not.toContain('12.00')
    expect(written('gift/sale.html')).not.toContain('$12.00')
  })

  test('--format ekabs,poslog writes both, and says what they can’t carry', async () => {
    const { code, err } = await runCommand('render', sale, '--out', join(temporary, 'data'), '--format', 'ekabs,poslog')
    expect(code).toBe(0)
    expect(JSON.parse(written('data/sale.ekabs.json')).data.lines[0].text).toBe('Scarf')
    expect(written('data/sale.poslog.xml')).toContain('<ItemID Name="Scarf" Type="UNKNOWN"/>')
    expect(err).toContain('not in ekabs: items[0].total: EKaBS has it by tax rate')
  })

  test('--format png writes an image of the mail, as wide and dark as asked for, or of the paper', async () => {
    const png = (...args: string[]) =>
      runCommand('render', sale, '--out', join(temporary, 'png'), '--format', 'png', ...args)
    const image = () => PNG.sync.read(readFileSync(join(temporary, 'png/sale.png')))
    expect((await png('--width', '375', '--dark')).code).toBe(0)
    expect(image().width).toBe(750)
    expect(Math.max(...image().data.subarray(0, 3))).toBeLessThan(50)
    expect((await png('--paper', '76@6')).code).toBe(0)
    expect(image().width).toBe(576)
    if (isExhaustive) {
      expect((await png()).code).toBe(0)
      expect(image().width).toBe(1200)
      expect(Math.min(...image().data.subarray(0, 3))).toBeGreaterThan(200)
      expect((await png('--paper', 'letter')).code).toBe(0)
      expect(image()).toMatchObject({ width: 1632, height: 2112 })
      expect((await png('--paper', '148x210')).code).toBe(0)
      expect(image()).toMatchObject({ width: 1120, height: 1588 })
    }
    for (const [args, words] of [
      [['--paper', 'a4', '--dark'], 'colorScheme: paper is never dark'],
      [['--width', 'wide'], 'width: must be a whole number'],
    ] as const) {
      const { code, err } = await png(...args)
      expect(code).toBe(1)
      expect(err).toContain(words)
    }
  })

  test('--templates takes a folder, in any look', async () => {
    const folder = join(temporary, 'my-brand')
    mkdirSync(folder)
    writeFileSync(join(folder, 'brand.json'), JSON.stringify({ variant: 'classic', footer: 'Pebble & Pine LLC' }))
    expect((await run(sale, 'own', '--templates', folder)).code).toBe(0)
    expect((await run(sale, 'own-compact', '--templates', folder, '--variant', 'compact')).code).toBe(0)
    expect(written('own/sale.txt')).toContain('Pebble & Pine LLC')
    expect(written('own-compact/sale.txt')).toContain('Pebble & Pine LLC')
    expect(written('own-compact/sale.html')).not.toBe(written('own/sale.html'))
  })

  test('says once that there are no words in the language asked for', async () => {
    const twice = join(temporary, 'again.json')
    writeFileSync(twice, readFileSync(sale))
    const faroese = await run(sale, 'faroese', twice, '--locale', 'fo-FO')
    expect(faroese.code).toBe(0)
    expect(
      faroese.err.match(/--locale fo-FO: there are no words in that language, so receipts are in en/g),
    ).toHaveLength(1)
    const french = await run(sale, 'french', '--locale', 'fo-FO, fr;q=0.8')
    expect(french.err).not.toContain('--locale')
  })

  test('says once that there is no country as the one asked for', async () => {
    const { code, err } = await run(sale, 'nowhere', '--locale', 'nb-NX')
    expect(code).toBe(0)
    expect(err.match(/--locale nb-NX: there is no country "NX", so receipts are as in nb-NO/g)).toHaveLength(1)
    expect((await run(sale, 'somewhere', '--locale', 'nb-SJ')).err).not.toContain('--locale')
  })

  test('rejects an unknown variant before writing anything', async () => {
    const { code, err } = await run(sale, 'none', '--variant', 'giftwrap')
    expect(code).toBe(2)
    expect(err).toContain('there is no "giftwrap"; there are modern, classic, compact, gift')
    expect(existsSync(join(temporary, 'none'))).toBe(false)
  })

  test('skips gift receipts of payment requests, but writes the others', async () => {
    const request = join(temporary, 'request.json')
    const link = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/l/1' }
    writeFileSync(request, JSON.stringify(aReceipt({ ...link, customer: { emailAddress: 'ada@example.com' } })))
    const { code, err } = await runCommand(
      ...['render', request, sale, '--out', join(temporary, 'both'), '--format', 'text', '--variant', 'gift'],
    )
    expect(code).toBe(1)
    expect(err).toContain('nothing is sold yet')
    expect(err).toContain('1 of 2 rendered')
    expect(existsSync(join(temporary, 'both/sale.txt'))).toBe(true)
  })
})
