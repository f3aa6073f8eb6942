import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { variants } from '../../src/stages.ts'
import { languageName, titleOf } from '../../tools/page/parts/names.ts'
import { pageFolder, stylesOf } from '../page-files.ts'
import { type Shown, thumbnail } from './show-fixture.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const readHost = (file: string) => readFileSync(join(pageFolder, 'gallery', file), 'utf8')

/** Fills a template of this folder. */
export function filled(template: string, values: object): string {
  return filledIn(read(`${template}.html.hbs`), values)
}

function filledIn(source: string, values: object): string {
  return Handlebars.compile(source)(values, { partials: { rows: Handlebars.compile(read('rows.html.hbs')) } })
}

/**
 * The gallery: one page that loads only the files next to it.
 *
 * @param options.hasSheets whether `sheets.html` is next to it, too
 */
export function galleryPage(given: readonly Shown[], { hasSheets = false } = {}): string {
  const all = given.toSorted(byTrade)
  return filledIn(readHost('gallery.html.hbs'), {
    css: stylesOf('gallery'),
    script: readHost('gallery.js'),
    thumbnail,
    hasSheets,
    languages: new Set(all.map(languageOf)).size,
    choices: [
      choice('variant', ['all', ...variants]),
      choice('form', ['mail', 'paper']),
      choice('light', ['light', 'dark']),
    ],
    picks: [
      { name: 'trade', title: 'Trade', counted: count(all.map(({ trade }) => trade)) },
      { name: 'language', title: 'Language', counted: count(all.map(languageOf)) },
    ],
    receipts: all.map(shown => ({
      ...shown,
      shop: shown.shop.split('\n')[0],
      language: languageOf(shown),
      looks: shown.variants.map(({ variant, subject, bytes }) => {
        const path = `${shown.name}/${variant}`
        const pictures = { light: '', dark: '-dark', paper: '-paper' }
        return {
          variant,
          path,
          subject,
          title: titleOf(variant),
          kilobytes: Math.ceil(bytes / 1024),
          pictures: Object.entries(pictures).map(([of, ending]) => ({ of, file: path + ending })),
        }
      }),
    })),
  })
}

/** The showcase first, edge cases last. */
function byTrade(one: Shown, other: Shown): number {
  const isFirst = ({ name }: Shown) => Number(name === 'fashion-sale.en-CA')
  const isEdge = ({ trade }: Shown) => Number(trade === 'Edge cases')
  return isFirst(other) - isFirst(one) || isEdge(one) - isEdge(other) || one.trade.localeCompare(other.trade, 'en') || 0
}

function choice(name: string, values: readonly string[]) {
  return { name, title: titleOf(name), values: values.map(value => ({ value, title: titleOf(value) })) }
}

/** How often each text occurs, in alphabetical order. */
function count(all: readonly string[]): Record<string, number> {
  const groups = Object.groupBy([...all].sort(), each => each)
  return Object.fromEntries(Object.entries(groups).map(([each, same = []]) => [each, same.length]))
}

function languageOf({ acceptLanguage }: Pick<Shown, 'acceptLanguage'>): string {
  return languageName(new Intl.Locale(acceptLanguage).language)
}
