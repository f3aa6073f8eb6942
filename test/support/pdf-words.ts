import { objectsOfType, type PdfObjects, readObjects } from './pdf-ua/objects.ts'
import { type Element, readTree } from './pdf-ua/structure.ts'

/** An element of the structure tree with text of its own. */
export interface SpokenText {
  role: string
  /** The element's language, if it has one of its own or of one around it. */
  lang: string | undefined
  text: string
}

/**
 * The text of a tagged PDF in the order of its structure, as ISO 32000-1 says it is read: letters from fonts (9.10.3), or as marked content
 * says (14.9.4), what runs backward from its end (14.8.2.3.3). Read by no code that wrote it.
 */
export function spokenTexts(pdf: Uint8Array): SpokenText[] {
  const objects = readObjects(pdf)
  const pages = new Map(
    objectsOfType(objects, 'Page').map(([number, page]) => [number, readContent(objects, page)] as const),
  )
  const texts: SpokenText[] = []
  const walk = (element: Element, around: string | undefined) => {
    const { text, kids, role } = element
    const lang = /\/Lang \(([^)]*)\)/.exec(text)?.[1] ?? around
    const own = Number(/\/Pg (\d+) 0 R/.exec(text.replace(/\/K .*$/s, ''))?.[1] ?? /\/Pg (\d+) 0 R/.exec(text)?.[1])
    let spoken = ''
    const end = () => {
      if (spoken.trim() !== '') texts.push({ role, lang, text: spoken.replace(/\s+/g, ' ').trim() })
      spoken = ''
    }
    for (const [, page, id, kid, plain] of kidsOf(text).matchAll(
      /<<\/Type \/MCR\n\/Pg (\d+) 0 R\n\/MCID (\d+)>>|<<[^>]*>>|(\d+) 0 R|(\d+)/g,
    )) {
      if (kid !== undefined) {
        end()
        const found = kids.find(({ number }) => number === Number(kid))
        if (found) walk(found, lang)
      } else if (id !== undefined || plain !== undefined)
        spoken += pages.get(page === undefined ? own : Number(page))?.get(Number(id ?? plain)) ?? ''
    }
    end()
  }
  walk(readTree(objects).root, undefined)
  return texts
}

function kidsOf(text: string): string {
  // What continues on another page is a dictionary that names that page.
  return /\n\/K (\[[^\]]*\]|<<[^>]*>>|\d+(?: 0 R)?)/.exec(text)?.[1] ?? ''
}

type Codes = ReadonlyMap<string, string>

/** The text of each marked content of a page, by its number. */
function readContent(objects: PdfObjects, page: string): Map<number, string> {
  const fonts = new Map<string, Codes>()
  for (const [, name, number] of page.matchAll(/\/(F\d+) (\d+) 0 R/g))
    fonts.set(name!, readCodes(objects, objects.texts.get(Number(number)) ?? ''))
  const texts = new Map<number, string>()
  const open: { id?: number; actual?: string; isBackward?: boolean; text: string }[] = []
  let font: Codes = new Map()
  const content = objects.data(Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]))
  const operators =
    /\/(\w+)(?: ?<<(.*?)>> ?BDC| BMC)$|^(EMC)$|^\/(F\d+) \S+ Tf$|^(?:\S+ \S+ Td )?(<[0-9A-F]+>) Tj$|^\[(.*)\] TJ$/gm
  for (const [, tag, entries, close, name, string, strings] of content.matchAll(operators)) {
    if (tag !== undefined) {
      const id = /\/MCID (\d+)/.exec(entries ?? '')?.[1]
      const [, hex, literal] = /\/ActualText (?:<FEFF([0-9A-F]*)>|\((.*)\))/.exec(entries ?? '') ?? []
      const actual = hex === undefined ? literal?.replace(/\\(.)/g, '$1') : fromHex(hex)
      open.push({
        text: '',
        ...(id !== undefined && { id: Number(id) }),
        ...(actual !== undefined && { actual }),
        isBackward: tag === 'ReversedChars',
      })
    } else if (close) {
      const { id, actual, isBackward, text } = open.pop()!
      const said = actual ?? (isBackward ? [...text].reverse().join('') : text)
      if (id !== undefined) texts.set(id, (texts.get(id) ?? '') + said)
      else if (open.length > 0) open.at(-1)!.text += said
    } else if (name !== undefined) font = fonts.get(name) ?? new Map()
    else if (open.length > 0)
      for (const [, glyphs] of (string ?? strings ?? '').matchAll(/<([0-9A-F]+)>/g))
        open.at(-1)!.text += glyphs!
          .match(/.{4}/g)!
          .map(glyph => font.get(glyph) ?? '')
          .join('')
  }
  return texts
}

function readCodes(objects: PdfObjects, font: string): Codes {
  const map = objects.data(Number(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]))
  const codes = new Map<string, string>()
  for (const [, first, last, hex] of map.matchAll(/^<([0-9A-F]{4})>(?: <([0-9A-F]{4})>)? <([0-9A-F]{4,})>$/gm)) {
    const from = Number.parseInt(first!, 16)
    for (let code = from; code <= Number.parseInt(last ?? first!, 16); code++) {
      const unit = (Number.parseInt(hex!.slice(-4), 16) + code - from).toString(16).padStart(4, '0')
      codes.set(code.toString(16).toUpperCase().padStart(4, '0'), fromHex(hex!.slice(0, -4) + unit))
    }
  }
  return codes
}

function fromHex(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
