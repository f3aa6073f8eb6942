import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { objectsOfType, readObjects } from './pdf-ua/objects.ts'

/** A bookmark as pdf.js reads it. */
export interface ReadBookmark {
  title: string
  /** From 0. */
  page: number
  /** How many are seen below it: negative if it is closed. */
  count: number | undefined
  items: ReadBookmark[]
}

/** What a PDF says of itself and its parts, by pdf.js. */
export interface PdfTree {
  title: string | undefined
  created: string
  lang: string | null
  outline: ReadBookmark[]
  /** Of each page, its size in points and the elements below the root. */
  pages: { size: number[]; elements: ReadElement[] }[]
}

/** An element of the structure tree with what is in it, and marked content. */
export interface ReadElement {
  role?: string
  lang?: string
  alt?: string
  children?: ReadElement[]
}

/** Reads bookmarks and structure. */
export async function readTrees(pdf: Uint8Array): Promise<PdfTree> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: false, stopAtErrors: true })
  const document = await task.promise
  type Given = { title: string; dest: unknown; count?: number; items: Given[] }
  const bookmark = async ({ title, dest, count, items }: Given): Promise<ReadBookmark> => ({
    title,
    page: await document.getPageIndex((dest as { num: number; gen: number }[])[0]!),
    count,
    items: await Promise.all(items.map(bookmark)),
  })
  const { info, metadata } = await document.getMetadata()
  const { Title, CreationDate, Language } = info as Record<string, string>
  if (metadata && metadata.get('dc:title') !== Title) throw new Error('the metadata has another title')
  const pages: PdfTree['pages'] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const tree = (await page.getStructTree()) as ReadElement | null
    pages.push({ size: page.view.slice(2), elements: (tree?.children ?? []).map(nameless) })
  }
  const outline = await Promise.all((((await document.getOutline()) ?? []) as Given[]).map(bookmark))
  await task.destroy()
  return { title: Title, created: CreationDate!, lang: Language ?? null, outline, pages }
}

/** Without the names that depend on object numbers. */
function nameless({ role, lang, alt, children }: ReadElement & { id?: string }): ReadElement {
  return JSON.parse(JSON.stringify({ role, lang, alt, children: children?.map(nameless) }))
}

/** What is wrong with a PDF's references, and with the owners of marked content and links, read by no code that wrote it. */
export function referenceProblems(pdf: Uint8Array): string[] {
  const objects = readObjects(pdf)
  const { texts, follow, trailer } = objects
  const problems: string[] = []
  for (const [number, text] of texts)
    for (const [, to] of withoutStrings(text).matchAll(/(?<![\w.])(\d+) 0 R\b/g))
      if (!texts.has(Number(to))) problems.push(`${number} refers to ${to}, which there isn't`)
  const root = follow(follow(trailer, 'Root'), 'StructTreeRoot')
  const owners = new Map<number, string>()
  const leaves = leavesIn(texts, follow(root, 'ParentTree'))
  for (const leaf of leaves) {
    const keys = Array.from(
      leaf.matchAll(/(\d+) (\d+) 0 R/g),
      ([, key, owner]) => [Number(key), Number(owner)] as const,
    )
    for (const [key, owner] of keys) owners.set(key, `${owner} 0 R`)
    const limits = /\/Limits \[(\d+) (\d+)\]/.exec(leaf)
    if (limits && (Number(limits[1]) !== keys[0]?.[0] || Number(limits[2]) !== keys.at(-1)?.[0]))
      problems.push('a leaf has other limits than keys')
  }
  const sorted = [...owners.keys()]
  if (sorted.some((key, at) => at > 0 && key <= sorted[at - 1]!)) problems.push('keys are not in order')
  for (const [page, text] of objectsOfType(objects, 'Page')) {
    const list = texts.get(Number.parseInt(owners.get(keyOf(text)) ?? '', 10)) ?? ''
    for (const [id, owner] of (list.match(/\d+ 0 R|null/g) ?? []).entries())
      if (owner !== 'null' && !holds(texts.get(Number.parseInt(owner, 10)) ?? '', page, id))
        problems.push(`content ${id} of page ${page} isn't in its element`)
  }
  for (const [link, text] of objectsOfType(objects, 'Annot'))
    if (!texts.get(Number.parseInt(owners.get(keyOf(text)) ?? '', 10))?.includes(`/Obj ${link} 0 R`))
      problems.push(`link ${link} isn't in its element`)
  const ids = leavesIn(texts, follow(root, 'IDTree')).flatMap(leaf => {
    const names = Array.from(
      leaf.slice(leaf.indexOf('/Names')).matchAll(/\(([^)]*)\) (\d+) 0 R/g),
      ([, id, cell]) => [id!, Number(cell)] as const,
    )
    if (!leaf.includes(`/Limits [(${names[0]![0]}) (${names.at(-1)![0]})]`)) problems.push('other limits than names')
    return names
  })
  for (const [at, [id, cell]] of ids.entries()) {
    if (at > 0 && id <= ids[at - 1]![0]) problems.push(`${id} is not in order`)
    if (!texts.get(cell)?.includes(`/ID (${id})`)) problems.push(`${id} is not the name of its cell`)
  }
  const names = new Set(ids.map(([id]) => id))
  for (const [cell, text] of texts)
    for (const [, list] of text.matchAll(/\/Headers \[((?:\([^()\\]*\) ?)+)\]/g))
      for (const [, id] of list!.matchAll(/\(([^)]*)\)/g))
        if (!names.has(id!)) problems.push(`${cell} has a header ${id} that there isn't`)
  return problems
}

function leavesIn(texts: ReadonlyMap<number, string>, tree: string): string[] {
  const kids = /\/Kids \[([^\]]*)\]/.exec(tree)?.[1]
  if (kids === undefined) return tree ? [tree] : []
  return Array.from(kids.matchAll(/(\d+) 0 R/g), ([, kid]) => texts.get(Number(kid)) ?? '')
}

function keyOf(text: string): number {
  return Number(/\/StructParents? (\d+)/.exec(text)?.[1])
}

function holds(element: string, page: number, id: number): boolean {
  const kids = element.slice(element.indexOf('\n/K '))
  if (kids.includes(`/Pg ${page} 0 R\n/MCID ${id}>>`)) return true
  const own = kids.replace(/<<.*?>>/gs, '').replace(/\d+ 0 R/g, '')
  return element.includes(`/Pg ${page} 0 R`) && new RegExp(`\\b${id}\\b`).test(own)
}

function withoutStrings(text: string): string {
  return text.replace(/\((?:[^()\\]|\\.)*\)|<[0-9A-F]+>/gs, '()')
}
