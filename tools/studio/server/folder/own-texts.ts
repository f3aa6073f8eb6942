import { readWords } from '../../../../src/brand/template-folder.ts'
import type { TemplateFiles } from '../../../../src/document/template-files.ts'
import { LocaleError } from '../../../../src/errors.ts'
import { readLanguageTag } from '../../../../src/locale/resolve/lookup.ts'
import type { OwnText } from '../api.ts'
import { Refused } from '../request.ts'
import type { FilesToWrite } from './folder-files.ts'

/** Longest text in one language. */
const longest = 2000

/** The texts that the studio has put between sections, as their files and words are now. */
export function readOwnTexts(folder: string, files: TemplateFiles): OwnText[] {
  const words = [...readAll(folder)]
  return [...files].flatMap(([path, text]) => {
    const [, name] = /^sections\/(\w+)\.html\.hbs$/.exec(path) ?? []
    if (name === undefined || text !== htmlOf(name)) return []
    const texts = words.flatMap(([tag, { own }]) =>
      typeof own?.[name] === 'string' ? [[tag, own[name]] as const] : [],
    )
    return [{ name, words: Object.fromEntries(texts) }]
  })
}

/** The languages that the folder has words for. */
export function languagesOf(folder: string): string[] {
  return [...readAll(folder).keys()]
}

/**
 * The files of a text between sections: one for mail and paper, one for plain text, and the words of each language. A language
 * without words loses those it had.
 *
 * @throws Refused if no language has words, or one has too many; LocaleError if a file of words can't be parsed
 */
export function withText(folder: string, name: string, given: Readonly<Record<string, string>>): FilesToWrite {
  const words = Object.fromEntries(Object.entries(given).map(([tag, text]) => [tag, text.trim().replace(/\s+/g, ' ')]))
  if (!Object.values(words).some(Boolean)) throw new Refused(400, 'text: write it in at least one language')
  for (const [tag, text] of Object.entries(words)) {
    if (!readLanguageTag(tag)) throw new Refused(400, `${tag}: is not a language`)
    if (text.length > longest) throw new Refused(413, `${tag}: must be at most ${longest} characters`)
  }
  return {
    [`sections/${name}.html.hbs`]: htmlOf(name),
    [`sections/${name}.txt.hbs`]: plainOf(name),
    ...withWords(folder, name, words),
  }
}

/** Takes such a text out again, with its words in every language. @throws Refused if it isn't one */
export function withoutText(folder: string, name: string, files: TemplateFiles): FilesToWrite {
  const text = readOwnTexts(folder, files).find(each => each.name === name)
  if (!text) throw new Refused(404, `${name}: is not a text that the studio has written`)
  const none = Object.fromEntries(Object.keys(text.words).map(tag => [tag, '']))
  return {
    [`sections/${name}.html.hbs`]: null,
    [`sections/${name}.txt.hbs`]: null,
    ...withWords(folder, name, none),
  }
}

/** A name that no section and no word has yet. */
export function freeName(folder: string, files: TemplateFiles): string {
  const used = new Set([...readAll(folder).values()].flatMap(({ own }) => Object.keys(own ?? {})))
  for (let at = 1; ; at++) {
    const name = `text${at}`
    if (!used.has(name) && ![...files.keys()].some(path => path.startsWith(`sections/${name}.`))) return name
  }
}

function htmlOf(name: string): string {
  return `{{!-- Written by the studio: its words are own.${name} in locales/. --}}\n<div class="note">{{own.${name}}}</div>\n`
}

function plainOf(name: string): string {
  return `\n{{wrap own.${name}}}\n`
}

/** A file of words: messages in groups. */
type Words = Record<string, unknown> & { own?: Record<string, unknown> }

function withWords(folder: string, name: string, given: Readonly<Record<string, string>>): FilesToWrite {
  const all = readAll(folder)
  return Object.fromEntries(
    Object.entries(given).flatMap(([tag, text]) => {
      const { own: { [name]: had, ...own } = {}, ...others } = all.get(tag) ?? {}
      if (text === '' && had === undefined) return []
      const next = {
        ...others,
        ...((text || Object.keys(own).length > 0) && { own: { ...own, ...(text && { [name]: text }) } }),
      }
      const isEmpty = Object.keys(next).length === 0
      return [[`locales/${tag}.json`, isEmpty ? null : `${JSON.stringify(next, null, 2)}\n`]]
    }),
  )
}

/** The words by the tag in the file's name. @throws LocaleError if a file can't be read, or is not a JSON object */
function readAll(folder: string): Map<string, Words> {
  const files = [...(readWords(folder)?.files ?? [])].filter(([name]) => /^[\w-]+\.json$/.test(name))
  return new Map(files.map(([name, text]) => [name.slice(0, -'.json'.length), parsed(text, `locales/${name}`)]))
}

function parsed(text: string, name: string): Words {
  try {
    const words: unknown = JSON.parse(text)
    if (typeof words === 'object' && words !== null && !Array.isArray(words)) return words as Words
  } catch (cause) {
    throw new LocaleError(`${name}: the file is not JSON: ${(cause as Error).message}`, { cause })
  }
  throw new LocaleError(`${name}: the file must be an object of texts.`)
}
