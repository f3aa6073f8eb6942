import { AssertionError } from 'node:assert'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEngine } from '../../../src/engine.ts'
import { type Golden, type GoldenOptions, goldens } from '../../../tools/goldens/testing.ts'
import { engineFor, fixtureNamed } from '../../support/fixtures.ts'
import { aReceipt } from '../../support/receipts.ts'

const engine = await engineFor({ ...fixtureNamed('minimal'), options: {} })
let dir: string

/** As without CI and -u, however these tests are run. */
function asByHand(): void {
  vi.stubEnv('CI', undefined)
  vi.stubEnv('UPDATE_GOLDENS', undefined)
}

beforeEach(() => {
  asByHand()
  dir = mkdtempSync(join(tmpdir(), 'counterfoil-goldens-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

const grocery = aReceipt({
  items: [{ name: 'Rye bread', quantity: { value: 1 }, price: 6.5, total: 6.5 }],
  grandAmount: 6.5,
  barcodeNumber: '4471208',
  barcodeType: 'Code128',
})
const dearer = aReceipt({
  items: [{ name: 'Rye bread, sliced', quantity: { value: 1 }, price: 7.25, total: 7.25 }],
  grandAmount: 7.25,
  barcodeNumber: '4471209',
  barcodeType: 'Code128',
})

describe('the first time', () => {
  test('names the files of other papers by their measures', async () => {
    const papers = [{ width: 76 }, { width: 148, height: 210, margin: 9.5 }]
    const paged = { papers, only: ['pages', 'no golden is left over'] }
    await run({ grocery }, paged)
    expect(filesOf('grocery').filter(file => file.endsWith('-1.png'))).toEqual(['148x210@9.5mm-1.png', '76mm-1.png'])
    expect(golden('grocery/pages.txt')).toContain('--- 76mm, page 1\n')
    await run({ grocery }, paged)
    await run({ grocery }, { ...paged, papers: papers.slice(1), update: true })
    expect(filesOf('grocery').filter(file => file.endsWith('-1.png'))).toEqual(['148x210@9.5mm-1.png'])
  })

  test('writes everything made from a receipt to a folder with its name', async () => {
    await run({ grocery }, { papers: ['a4', 'roll58'] })
    expect(filesOf('grocery')).toEqual([
      'a4-1.png',
      'barcodes.json',
      'email.html',
      'email.png',
      'mail.json',
      'pages.txt',
      'receipt.txt',
      'roll58-1.png',
      'view.json',
    ])
    expect(JSON.parse(golden('grocery/barcodes.json'))).toEqual({
      mail: [{ cid: expect.stringMatching(/^barcode-.*@counterfoil$/), symbology: 'Code128', text: '4471208' }],
      a4: [{ page: 1, symbology: 'Code128', text: '4471208' }],
      roll58: [{ page: 1, symbology: 'Code128', text: '4471208' }],
    })
    expect(golden('grocery/pages.txt')).toMatch(
      /^=== a4: 1 page\n--- a4, page 1\n[\s\S]*Rye bread 1 × \$6\.50 \$6\.50\n/,
    )
  })

  test('names each test after receipt and stage', () => {
    const names = goldens(
      engine,
      { grocery, 'grocery/gift': { receipt: grocery, options: { variant: 'gift' } } },
      { dir },
    )
    expect(names.map(({ name }) => name)).toEqual([
      ...['view', 'mail', 'picture', 'pages', 'barcodes'].map(stage => `grocery: ${stage}`),
      ...['view', 'mail', 'picture', 'pages', 'barcodes'].map(stage => `grocery/gift: ${stage}`),
      'no golden is left over',
    ])
  })

  test('names receipts after their files, and writes only text without pictures', async () => {
    const receipts = join(dir, 'receipts')
    mkdirSync(receipts)
    writeFileSync(join(receipts, 'bread.json'), JSON.stringify(grocery))
    writeFileSync(join(receipts, 'notes.txt'), 'Not a receipt.')
    await run(receipts, { dir: join(dir, 'goldens'), pictures: false })
    expect(readdirSync(join(dir, 'goldens'))).toEqual(['bread'])
    expect(filesOf('goldens/bread')).toEqual(['email.html', 'mail.json', 'pages.txt', 'receipt.txt', 'view.json'])
  })

  test('writes no golden if CI is set', async () => {
    vi.stubEnv('CI', 'true')
    const error = await failureOf({ grocery }, 'grocery: view')
    expect(error.message).toContain('grocery/view.json')
    expect(error.message).toContain('It is missing, and goldens are not written when CI is set.')
    expect(existsSync(join(dir, 'grocery'))).toBe(false)
  })

  test('rejects a folder without receipts, and names that lead elsewhere', () => {
    expect(() => goldens(engine, dir, { dir })).toThrow(`receipts: none found in ${dir}; add <name>.json`)
    expect(() => goldens(engine, { '../grocery': grocery }, { dir })).toThrow('cannot be a folder name')
  })
})

test('no golden is read or written through a link out of the folder', async () => {
  const secret = join(dir, 'secret.txt')
  const inside = join(dir, 'goldens')
  mkdirSync(join(inside, 'grocery'), { recursive: true })
  writeFileSync(secret, 'the key')
  symlinkSync(secret, join(inside, 'grocery/view.json'))
  symlinkSync(dir, join(inside, 'receipt'))
  for (const [name, update] of [
    ['grocery', true],
    ['grocery', false],
    ['receipt', true],
  ] as const) {
    const [view] = goldens(engine, { [name]: grocery }, { dir: inside, update, pictures: false })
    const said = await view!.check().then(String, String)
    expect(said).toMatch(/links to a file outside the folder|is in a folder that is a link/)
    expect(said).not.toContain('the key')
  }
  expect(readFileSync(secret, 'utf8')).toBe('the key')
  expect(readdirSync(dir).sort()).toEqual(['goldens', 'secret.txt'])
})

describe('the second time', () => {
  const first = mkdtempSync(join(tmpdir(), 'counterfoil-goldens-first-'))
  beforeAll(async () => {
    asByHand()
    await run({ grocery }, { dir: first })
  })
  afterAll(() => rmSync(first, { recursive: true, force: true }))
  beforeEach(() => cpSync(first, dir, { recursive: true }))

  test('the same receipt passes, even with other line endings', async () => {
    for (const file of ['view.json', 'email.html', 'receipt.txt'])
      writeFileSync(join(dir, 'grocery', file), golden(`grocery/${file}`).replaceAll('\n', '\r\n'))
    await run({ grocery })
    expect(golden('grocery/view.json')).toContain('\r\n')
  })

  test('fails on changed text with file, line, both versions and how to accept it', async () => {
    const error = await failureOf({ grocery: dearer }, 'grocery: mail')
    expect(error).toBeInstanceOf(AssertionError)
    expect(error.expected).toContain('Rye bread')
    expect(error.actual).toContain('Rye bread, sliced')
    expect(error.message).toMatch(
      /grocery\/email\.html\n {2}line \d+\n {2}- .*Rye bread\u034f.*\n {2}\+ .*Rye bread, sliced\u034f/,
    )
    expect(error.message).toMatch(/grocery\/receipt\.txt\n {2}line \d+\n/)
    expect(error.message).toMatch(/grocery\/mail\.json\n {2}line 2\n/)
    expect(error.message).toContain('run the tests with -u or UPDATE_GOLDENS=1')
  })

  test('shows of what changed no more than is read: of long lines what is around the difference, of many the first', async () => {
    const far = (name: string) => ({
      ...grocery,
      items: [{ name: `${'Sourdough rye bread '.repeat(60)}${name}`, price: 6.5, total: 6.5 }],
    })
    await run({ bakery: far('with caraway') }, { only: ['mail'] })
    const error = await failureOf({ bakery: far('with fennel') }, 'bakery: mail')
    expect(error.message).toMatch(/email\.html\n {2}line \d+\n {2}- ….*caraway.*\n {2}\+ ….*fennel/)
    for (const shown of [error.message, String(error.actual), String(error.expected)]) {
      const lines = shown.split('\n')
      expect(lines.length).toBeLessThan(30)
      for (const line of lines) expect(line.length).toBeLessThan(200)
    }
  })

  test('fails on a mail that looks otherwise', async () => {
    const error = await failureOf({ grocery: dearer }, 'grocery: picture')
    expect(error.message).toMatch(/grocery\/email\.png\n {2}\d+ px differ/)
  })

  test('a picture of the mail is left over if mails have none', async () => {
    const error = await run({ grocery }, { mailPicture: false, only: ['view', 'no golden is left over'] }).catch(
      error => error,
    )
    expect(error.message).toMatch(/^No receipt produces these goldens any longer:\n.*grocery\/email\.png\n/)
  })

  test('fails on a changed page with a picture, deleted once the page is restored', async () => {
    const error = await failureOf({ grocery: dearer }, 'grocery: pages')
    expect(error.message).toMatch(
      /grocery\/a4-1\.png\n {2}\d+ px differ, 89 are allowed\. See .*\.failed\/grocery\/a4-1\.png/,
    )
    expect(filesOf('.failed/grocery')).toEqual(['a4-1.png'])
    await run({ grocery }, { only: ['pages'] })
    expect(existsSync(join(dir, '.failed'))).toBe(false)
  })

  test('fails on a changed barcode', async () => {
    const error = await failureOf({ grocery: dearer }, 'grocery: barcodes')
    expect(error.message).toMatch(/line \d+\n {2}- +"cid": "barcode-/)
    expect(error.actual).toContain('4471209')
    expect(error.expected).not.toContain('4471209')
  })

  test('writes only what is accepted', async () => {
    const before = readFileSync(join(dir, 'grocery/a4-1.png'))
    const only = ['mail', 'pages']
    await run({ grocery }, { only, update: true })
    expect(readFileSync(join(dir, 'grocery/a4-1.png'))).toEqual(before)
    vi.stubEnv('UPDATE_GOLDENS', '1')
    await run({ grocery: dearer }, { only })
    vi.stubEnv('UPDATE_GOLDENS', '0')
    expect(golden('grocery/receipt.txt')).toContain('7.25')
    expect(readFileSync(join(dir, 'grocery/a4-1.png'))).not.toEqual(before)
    await run({ grocery: dearer }, { only })
  })

  test('reports a leftover golden, and removes it when all is accepted', async () => {
    writeFileSync(join(dir, 'grocery/a4-2.png'), '')
    mkdirSync(join(dir, 'florist'))
    writeFileSync(join(dir, 'florist/view.json'), '{}')
    writeFileSync(join(dir, 'grocery/notes.md'), 'Not a golden.')
    const only = ['pages', 'no golden is left over']
    const error = await run({ grocery }, { only }).catch(error => error)
    expect(error.message).toMatch(
      /^No receipt produces these goldens any longer:\n.*florist\/view\.json\n.*grocery\/a4-2\.png\n/,
    )
    await run({ grocery }, { only, update: true })
    expect(existsSync(join(dir, 'florist/view.json'))).toBe(false)
    expect(filesOf('grocery')).toContain('notes.md')
    await run({ grocery }, { only })
  })

  test('ignores pages that weren’t printed in this run', async () => {
    await checkOf({ grocery }, 'grocery: view')()
    await checkOf({ grocery }, 'no golden is left over')()
    expect(filesOf('grocery')).toContain('a4-1.png')
  })
})

test('can limit pictures to the first and last page', async () => {
  const items = Array.from({ length: 120 }, (_, at) => ({
    name: `Seed packet ${at + 1}`,
    quantity: { value: 1 },
    price: 2,
    total: 2,
  }))
  const receipt = aReceipt({ items, grandAmount: 240 })
  await run({ nursery: { receipt, pictures: 'ends' } }, { only: ['pages'] })
  const pages = Number(/^=== a4: (\d+) pages/.exec(golden('nursery/pages.txt'))?.[1])
  expect(pages).toBeGreaterThan(2)
  expect(filesOf('nursery').filter(file => file.endsWith('.png'))).toEqual(['a4-1.png', `a4-${pages}.png`])
})

test('can use an engine per receipt', async () => {
  await run({ grocery, deli: grocery }, { only: ['mail'] }, async name =>
    name === 'deli' ? await createEngine({ brand: { color: '#7a1f3d' } }) : engine,
  )
  expect(golden('deli/email.html')).toContain('#7a1f3d')
  expect(golden('grocery/email.html')).not.toContain('#7a1f3d')
})

/** @param only which checks of each receipt, by what they make; without it, all of them */
async function run(
  receipts: Parameters<typeof goldens>[1],
  { only, ...options }: Partial<GoldenOptions> & { only?: readonly string[] } = {},
  engineOf: Parameters<typeof goldens>[0] = engine,
): Promise<void> {
  for (const { name, check } of goldens(engineOf, receipts, { dir, ...options }))
    if (!only || only.includes(name.replace(/^.*: /, ''))) await check()
}

function checkOf(receipts: Record<string, unknown>, name: string): Golden['check'] {
  return goldens(engine, receipts, { dir }).find(each => each.name === name)!.check
}

async function failureOf(receipts: Record<string, unknown>, name: string): Promise<AssertionError> {
  return await checkOf(receipts, name)().then(
    () => expect.fail(`${name} passed`),
    error => error,
  )
}

function golden(path: string): string {
  return readFileSync(join(dir, path), 'utf8')
}

function filesOf(folder: string): string[] {
  return readdirSync(join(dir, folder)).sort()
}
