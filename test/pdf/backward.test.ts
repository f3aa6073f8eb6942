import { execFileSync, spawnSync } from 'node:child_process'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { spellBackward } from '../../src/pdf/file/backward/spell-backward.ts'
import { type PdfObject, readObjects, readPlain } from '../../src/pdf/file/plain-pdf.ts'
import { addTags } from '../../src/pdf/tags/add-tags.ts'
import { readPage } from '../../src/pdf/tags/read-page.ts'
import { looks } from '../../src/view/variant.ts'
import { glyphsOf } from '../../tools/goldens/pictures/pdfium-page.ts'
import { fixtures, isRightToLeft, sampled, sharedPrinter } from '../support/fixtures.ts'
import { wordsIn, wordsOfPage } from '../support/page-words.ts'
import { fileFaults } from '../support/pdf-ua/faults.ts'
import { spokenTexts } from '../support/pdf-words.ts'
import { openPage, pageOf } from '../support/print-page.ts'
import { printed } from '../support/prints.ts'
import { page } from './pages.ts'

/** What programs find in a PDF's text. They may take what is between words apart, and put it elsewhere; letters of a word stay. */
const readers: Record<string, (pdf: Uint8Array) => Promise<string>> = {
  'pdf.js': async pdf => {
    const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false })
    const document = await task.promise
    let text = ''
    for (let number = 1; number <= document.numPages; number++)
      for (const item of (await (await document.getPage(number)).getTextContent()).items)
        if ('str' in item) text += `${item.str}${item.hasEOL ? '\n' : ''}`
    await task.destroy()
    return text
  },
  PDFium: async pdf => {
    pdfium ??= await PDFiumLibrary.init()
    const document = await pdfium.loadDocument(pdf)
    const text = [...document.pages()].map(each =>
      glyphsOf(each as never)
        .map(({ character }) => character)
        .join(''),
    )
    document.destroy()
    return text.join('\n')
  },
  ...(spawnSync('pdftotext', ['-v']).error === undefined && {
    Poppler: async (pdf: Uint8Array) => execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString(),
  }),
}
let pdfium: PDFiumLibrary | undefined

/** Letters and digits as searches compare them: without marks above letters, as pdf.js leaves them out. */
function runsIn(text: string, reader = ''): string[] {
  // In a line of both directions, PDFium takes a mark for the end of a word.
  const words = wordsIn(text).filter(word => reader !== 'PDFium' || !/\p{M}/u.test(word))
  return words.flatMap(word => word.replace(/\p{M}/gu, '').match(/\p{L}+|\p{N}+/gu) ?? [])
}

const scenarios = looks.flatMap(look =>
  (['a4', 'roll80', 'roll58'] as const).flatMap(paper =>
    sampled(look, { on: paper, of: fixtures.filter(({ name }) => isRightToLeft(name)) }).map(fixture => ({
      name: fixture.name,
      look,
      paper,
      fixture,
    })),
  ),
)

describe.each(scenarios)('$name in the look $look on $paper', ({ fixture, look, paper }) => {
  test.each(Object.keys(readers))('has every word found by %s', async name => {
    const text = runsIn(await readers[name]!(await printed(fixture, paper, look))).join(' ')
    const words = wordsOfPage(await pageOf(fixture, paper, look)).flatMap(word => runsIn(word, name))
    expect(words.filter(word => !text.includes(word))).toEqual([])
  })
})

describe('a page with letters from right to left', () => {
  const printer = sharedPrinter()

  test.each([
    {
      what: 'Arabic with a Latin name, numbers and a currency',
      dir: 'rtl',
      text: 'ماء معدني Aqua Bleu 330ml × 2 بسعر 0.400 د.ك.',
    },
    { what: 'Arabic with vowels and joined letters', dir: 'rtl', text: 'أهلاً وسهلاً بكم، لا إرجاع للأصناف المُخفَّضة' },
    { what: 'Hebrew with brackets and a hyphen', dir: 'rtl', text: 'קופה 3 (נועה) שולם ב-Mastercard' },
    { what: 'Persian', dir: 'rtl', text: 'چای زعفرانی گل‌گاوزبان ۲ × ۴۵٬۰۰۰ تومان' },
    { what: 'Urdu', dir: 'rtl', text: 'ٹماٹر اور ہری مرچ کا سالن' },
    { what: 'an Arabic name in English', dir: 'ltr', text: 'Sold to نورة العنزي at till 2, SKU KW-11' },
    {
      what: 'a line that breaks',
      dir: 'rtl',
      text: 'يُستبدل المنتج خلال 24 ساعة مع إبراز هذا الإيصال في الفرع نفسه. '.repeat(5),
    },
  ])('has its words in their order: $what', async ({ text, dir }) => {
    const html = page(`<h1>Receipt</h1><p dir="${dir}">${text}</p>`).replace('<html ', `<html dir="${dir}" `)
    const pdf = await printer.print({ html, paper: 'a4' })
    expect(spokenTexts(pdf).map(spoken => wordsIn(spoken.text))).toEqual([['RECEIPT'], wordsIn(text)])
    for (const [name, read] of Object.entries(readers)) {
      const found = runsIn(await read(pdf)).join(' ')
      expect(
        runsIn(text, name).filter(word => !found.includes(word)),
        name,
      ).toEqual([])
    }
  })
})

test('an italic line of Hebrew that breaks has its words, and a place for the blank between them', async () => {
  const text = 'ברוכים הבאים לחנות הספרים שלנו ולכל הקוראים. '.repeat(4)
  const html = page(`<h1>Receipt</h1><p><i>${text}</i></p>`).replace('<html ', '<html dir="rtl" ')
  const pdf = await sharedPrinter().print({ html, paper: 'a4' })
  expect(await fileFaults(pdf)).toEqual([])
  expect(wordsIn(spokenTexts(pdf).at(-1)!.text)).toEqual(wordsIn(text))
})

describe('spelling letters from right to left', () => {
  const print = openPage()

  test('leaves a font as it is for a blank between its words', async () => {
    const html = page('<h1>קבלה</h1><p>תודה שקניתם בחנות הספרים</p>').replace('<html ', '<html dir="rtl" ')
    const printed = openPrint(await print(html, 'a4', readPage(html)))
    const spelled = spellBackward(printed.objects)
    expect(fontsIn(spelled)).toEqual(fontsIn(printed.objects))
    expect(fontsIn(spelled).length).toBeGreaterThan(1)
    expect(addTags(spelled, printed.plain.trailer, readPage(html)!)).toBeDefined()
  })

  function openPrint(pdf: Uint8Array) {
    const plain = readPlain(pdf)!
    return { plain, objects: readObjects(plain)! }
  }

  function fontsIn(objects: readonly PdfObject[]): string[] {
    return objects.flatMap(({ content }) => (content.includes('/Length1 ') ? [content] : []))
  }
})
