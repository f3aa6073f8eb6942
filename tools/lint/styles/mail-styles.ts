import { splicePage } from '../../../src/document/language/splice.ts'
import { joinStyles } from '../../../src/document/styles/join-styles.ts'
import type { TemplateFiles } from '../../../src/document/template-files.ts'
import { TemplateError } from '../../../src/errors.ts'
import { classesOf, type Piece } from '../markup/html-pieces.ts'
import { scanHtml } from '../markup/scan-html.ts'
import { readSheet, type StyleRule } from './sheet.ts'
/** The mail as its styles see it. */
export interface MailStyles {
  /** The inlined and the kept rules of all files. */
  inlined: StyleRule[]
  kept: StyleRule[]
  elements: PageElement[]
}

export function readMailStyles(files: TemplateFiles): MailStyles {
  const joined = joinStyles(files)
  const rulesOf = (path: string) => readSheet(path, joined.get(path) ?? '').rules
  return { inlined: rulesOf('email.css'), kept: rulesOf('email-kept.css'), elements: mailElements(joined) }
}

/** An element of the mail, with all sections included. */
export interface PageElement {
  name: string
  classes: string[]
  /** Has a background from an attribute. */
  hasBackground: boolean
  parent?: PageElement
  /** Directly contains text or receipt data. */
  hasText: boolean
}

/** The elements of the mail; none if the page cannot be assembled, which other rules report. */
function mailElements(files: TemplateFiles): PageElement[] {
  try {
    return elementsOf(scanHtml(splicePage(files, 'email').tree))
  } catch (error) {
    if (error instanceof TemplateError) return []
    throw error
  }
}

/** Void elements (HTML, 13.1.2). */
const empty: readonly string[] = 'area base br col embed hr img input link meta source track wbr'.split(' ')

function elementsOf(pieces: readonly Piece[]): PageElement[] {
  const elements: PageElement[] = []
  const forks: { before: PageElement | undefined; after?: PageElement | undefined }[] = []
  let open: PageElement | undefined
  for (const piece of pieces) {
    if (piece.kind === 'tag') {
      const element: PageElement = {
        name: piece.name,
        classes: classesOf(piece),
        hasBackground: piece.attributes.some(({ name }) => name === 'bgcolor' || name === 'style'),
        hasText: false,
        ...(open && { parent: open }),
      }
      elements.push(element)
      if (!empty.includes(piece.name)) open = element
    } else if (piece.kind === 'endTag') open = closed(open, piece.name)
    else if (piece.kind === 'fork') forks.push({ before: open })
    else if (piece.kind === 'branch') {
      forks.at(-1)!.after = open
      open = forks.at(-1)!.before
    } else if (piece.kind === 'join') open = forks.pop()!.after
    else if (open && piece.kind === 'mustache' && piece.inside === 'element') open.hasText = true
    else if (open && piece.kind === 'text' && /[\p{L}\p{N}]/u.test(piece.text)) open.hasText = true
  }
  return elements
}

/** What is open after an end tag: the parent of the nearest element with that name. */
function closed(open: PageElement | undefined, name: string): PageElement | undefined {
  for (let element = open; element; element = element.parent) if (element.name === name) return element.parent
  return open
}
