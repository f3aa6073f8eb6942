import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paperFontsFor } from '../../../src/document/paper-fonts.ts'
import { bold, emsOf } from '../../../src/locale/format/ems.ts'
import { openBrowser } from '../../support/browser.ts'

test('East Asian letters, and what stands among them, are as wide as they are high', () => {
  expect(emsOf('レシート番号')).toBe(6)
  expect(emsOf('「お客様」：')).toBe(6)
})

test('what isn’t seen takes no room, and an accent none of its own', () => {
  expect(emsOf('\u2066a\u2060b\u2069')).toBe(emsOf('ab'))
  expect(emsOf('Č')).toBe(emsOf('C'))
})

test('our words are as wide as the font has them, to a twentieth, and where letters join or stack, hardly wider', async () => {
  await using browser = await openBrowser()
  const joining = new Set(['ar', 'bn', 'fa', 'he', 'hi', 'ta', 'th', 'ur'])
  const off: string[] = []
  for (const language of languages) {
    const words = wordsOf(language)
    const measured = (await browser.page.evaluate(`(() => {
      const canvas = document.createElement('canvas').getContext('2d')
      return [400, 700].map(weight => {
        canvas.font = weight + ' 100px ' + ${JSON.stringify(paperFontsFor(language))}
        return ${JSON.stringify(words)}.reduce((sum, text) => sum + canvas.measureText(text).width / 100, 0)
      })
    })()`)) as [number, number]
    const estimate = words.reduce((sum, text) => sum + emsOf(text), 0)
    const [regular, heavy] = [measured[0] / estimate, measured[1] / estimate / bold]
    const least = joining.has(language) ? 0.75 : 0.95
    if (regular < least || regular > 1.01 || heavy < least - 0.05 || heavy > 1.02)
      off.push(`${language} ${regular.toFixed(2)} ${heavy.toFixed(2)}`)
  }
  expect(off).toEqual([])
})

const folder = new URL('../../../locales/', import.meta.url)
/** Files of two letters have all words of a language. */
const languages = readdirSync(folder).flatMap(name => /^(\w\w)\.json$/.exec(name)?.[1] ?? [])

/** What stands between the values of a language's wording. */
function wordsOf(language: string): string[] {
  const texts = (of: unknown): string[] => (typeof of === 'string' ? [of] : Object.values(of as object).flatMap(texts))
  const words = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
  return texts(words).flatMap(text => text.split(/\{\{[^}]*\}\}/))
}
