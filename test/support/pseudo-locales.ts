import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import english from '../../locales/en.json' with { type: 'json' }

/** English in disguise, to see what words of any language do to a layout. */
export const pseudoLocales = {
  /** Each message two fifths longer, and four letters at least: words of other languages are. */
  long: { tag: 'af', disguise: longer },
  /** Letters with marks above and below, as languages in Latin letters have them. */
  accented: { tag: 'af', disguise: (words: string) => lettered(words, accented) },
  /** Hebrew letters, longer; the tag says the direction. */
  mirrored: { tag: 'he', disguise: (words: string) => lettered(longer(words), hebrew) },
  /** The highest and lowest letters there are: Vietnamese, Thai and Devanagari, with marks upon marks. */
  tall: { tag: 'vi', disguise: tall },
} as const

/** A name of `pseudoLocales`. */
export type PseudoLocale = keyof typeof pseudoLocales

/** Writes these locales' words, each into a message folder of its own; they are gone when this is disposed of. */
export function pseudoMessages(): Disposable & Record<PseudoLocale, string> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-pseudo-locales-'))
  const entries = Object.entries(pseudoLocales).map(([name, { tag, disguise }]) => {
    const path = join(folder, name)
    mkdirSync(path)
    writeFileSync(join(path, `${tag}.json`), JSON.stringify(disguised(english, disguise)))
    return [name, path]
  })
  return {
    ...(Object.fromEntries(entries) as Record<PseudoLocale, string>),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A tree of messages with each text in disguise, but for its placeholders. */
function disguised(node: object, disguise: (words: string) => string): object {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      typeof value === 'object' ? disguised(value, disguise) : withoutPlaceholders(value, disguise),
    ]),
  )
}

function withoutPlaceholders(text: string, disguise: (words: string) => string): string {
  return text.replace(/(\{\{\w+\}\})|[^{]+/g, (part, placeholder) => (placeholder ? part : disguise(part)))
}

/** Padded as translations are: a longer first word, and more words behind long messages. */
function longer(words: string): string {
  const length = words.replace(/\P{L}/gu, '').length
  if (length === 0) return words
  const missing = Math.max(4, Math.round(length * 0.4))
  const more = padding.slice(0, missing).trimEnd()
  return missing < 7
    ? words.replace(/\p{L}(?!\p{L})/u, last => `${last}${more}`)
    : words.replace(/(?=\W*$)/, ` ${more}`)
}

const padding = 'ingsbet rag der gesamten vereinbarung nach ablauf'

function lettered(words: string, letters: Record<string, string>): string {
  return words.replace(/[A-Za-z]/g, letter => letters[letter] ?? letters[letter.toLowerCase()] ?? letter)
}

/** The first word in Vietnamese letters, the next in Thai, the next in Devanagari. */
function tall(words: string): string {
  let at = 0
  return words.replace(/[A-Za-z]+/g, word => lettered(word, scripts[at++ % scripts.length] ?? {}))
}

const accented = alphabet('ǻḇḉḋḗḟḡḥḯĵḳḹṃṇṏṕɋṝṧṯṻṽẘẍỵẓ', 'ÅḂĆĎĒḞĠĤĨĴĶŁṀŇÕṖQŘŠŤŮṼẂẊÝŽ')
const hebrew = alphabet('אבגדהוזחטיכלמנסעפצקרשתאבגד')
const vietnamese = alphabet('ẩbcđệfghịjklmnỗpqrstựvwxỷz', 'ÂBCĐÊFGHĨJKLMNÔPQRSTƯVWXÝZ')
const thai = Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, thaiSyllables(at)]))
const devanagari = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, hindiSyllables(at)]),
)
const scripts = [vietnamese, thai, devanagari]

function thaiSyllables(at: number): string {
  return ['ที่', 'ปู่', 'น้ำ', 'ญ', 'ฎี', 'สุ'][at % 6] ?? ''
}

function hindiSyllables(at: number): string {
  return ['र्मि', 'रू', 'हीं', 'द्ध', 'कौ', 'क्ष'][at % 6] ?? ''
}

function alphabet(small: string, large = small): Record<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return Object.fromEntries(
    letters.flatMap((letter, at) => [
      [letter, [...small][at] ?? letter],
      [letter.toUpperCase(), [...large][at] ?? letter],
    ]),
  )
}
