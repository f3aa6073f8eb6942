import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readBrand } from '../../src/brand/brand.ts'
import { differsOnPaper } from '../../src/brand/paper-fonts.ts'
import { readTemplateFolder } from '../../src/brand/template-folder.ts'
import { createEngine, type EngineOptions } from '../../src/engine.ts'
import { OptionError } from '../../src/errors.ts'
import { readPdf } from '../pdf/pages.ts'
import { fixtureNamed, sharedPrinter } from '../support/fixtures.ts'
import { thorough } from '../support/scope.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-fonts-'))
const printer = sharedPrinter()
afterAll(() => rmSync(folder, { recursive: true }))

const mono = join(import.meta.dirname, '../../node_modules/@expo-google-fonts/noto-sans-mono')
const regular = `${mono}/400Regular/NotoSansMono_400Regular.ttf`
const bold = `${mono}/700Bold/NotoSansMono_700Bold.ttf`

describe("fonts of one's own", () => {
  test('print the page, from paths as from bytes', async () => {
    const bytes = { regular: readFileSync(regular), bold: readFileSync(bold) }
    expect(readBrand({ paperFonts: bytes })).toEqual(readBrand({ paperFonts: { regular, bold } }))
    expect(await fontsOf({ brand: { paperFonts: bytes } })).toEqual(['NotoSansMono-Bold', 'NotoSansMono-Regular'])
  })

  test('are found beside brand.json, and go along when the folder is kept elsewhere', async () => {
    copyFileSync(regular, join(folder, 'own.ttf'))
    writeFileSync(join(folder, 'brand.json'), JSON.stringify({ paperFonts: { regular: 'own.ttf' } }))
    const kept = readTemplateFolder(folder)
    expect(kept.paperFonts!.regular).toHaveLength(readFileSync(regular).length)
    expect(await fontsOf({ templates: folder })).toContain('NotoSansMono-Regular')
    rmSync(join(folder, 'own.ttf'))
    expect(await fontsOf({ templates: kept })).toContain('NotoSansMono-Regular')
  })

  test("leave what they lack to the package's", async () => {
    const { receipt, acceptLanguage } = fixtureNamed('cafe.ar')
    const fonts = await fontsOf({ brand: { paperFonts: { regular, bold } } }, { receipt, acceptLanguage })
    expect(fonts.some(font => font.startsWith('NotoSansArabic'))).toBe(true)
  })

  thorough('are not the letters of classic', async () => {
    const hebrew = regular.replaceAll('mono', 'hebrew').replaceAll('Mono', 'Hebrew')
    const fonts = await fontsOf({ brand: { paperFonts: { regular: hebrew } }, variant: 'classic' })
    expect(fonts.some(font => font.startsWith('NotoSansHebrew'))).toBe(false)
  })
})

test.each([
  [
    'a file that is not there',
    { regular: join(folder, 'none.ttf') },
    /^brand\.paperFonts\.regular: the file cannot be read/,
  ],
  ['a bold one that is no font', { regular, bold: Buffer.from('GIF89a') }, /^brand\.paperFonts\.bold: is not a font/],
  ['a font of a megabyte', { regular: Buffer.concat([Buffer.from('OTTO'), Buffer.alloc(1_000_000)]) }, /subset/],
  ['no regular one', { bold } as never, /^brand\.paperFonts\.regular: /],
  ['an italic one', { regular, italic: bold } as never, /italic/],
])('%s is refused', (_, paperFonts, message) => {
  expect(() => readBrand({ paperFonts })).toThrow(OptionError)
  expect(() => readBrand({ paperFonts })).toThrow(message)
})

test('a font of a megabyte less four bytes is taken', () => {
  const font = Buffer.concat([Buffer.from('OTTO'), Buffer.alloc(999_996)])
  expect(readBrand({ paperFonts: { regular: font } }).brand.paperFaces).toMatch(/^@font-face\{[^&<>"'`=]*\}$/)
})

/** The fonts in the PDF of a receipt. */
async function fontsOf(options: EngineOptions, { receipt, acceptLanguage } = fixtureNamed('minimal') as Sent) {
  await using engine = await createEngine({ ...options, pdf: { printer } })
  return (await readPdf(await engine.pdf(receipt, { acceptLanguage }))).fonts
}

type Sent = Pick<ReturnType<typeof fixtureNamed>, 'receipt' | 'acceptLanguage'>

test.each([
  [{}, false],
  [{ font: "'Helvetica Neue',Arial,sans-serif" }, false],
  [{ font: "Georgia,'Times New Roman',serif" }, true],
  [{ font: "'Courier New', monospace" }, true],
  [{ font: 'Georgia,serif', paperFonts: { regular } }, false],
])('says whether mail looks unlike paper: %j', (brand, differs) => {
  expect(differsOnPaper(brand)).toBe(differs)
})
