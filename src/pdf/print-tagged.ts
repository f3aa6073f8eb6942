import { setImmediate as othersFirst } from 'node:timers/promises'
import { makeAccessible } from './file/access/make-accessible.ts'
import { packObjects, packPdf } from './file/pack.ts'
import { readObjects, readPlain } from './file/plain-pdf.ts'
import { addTags } from './tags/add-tags.ts'
import type { PageElements } from './tags/page/page-elements.ts'

/** A page's structure; undefined if the browser has to find it. */
export type ReadElements = () => Promise<PageElements | undefined>

/**
 * Prints a page with tags, and packs it. They are ours, if the page is understood and drawn as it is written; else the browser's,
 * for which it is printed again.
 *
 * Between its parts other work goes first: browsers wait for their next command meanwhile.
 *
 * @param html a complete page from `preparePage`
 * @param print prints it without tags if it is given elements and they aren't undefined
 */
export async function printTagged(
  html: string,
  print: (elements?: ReadElements) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  let read: Promise<PageElements | undefined> | undefined
  const elements = () => {
    read ??= elementsOf(html)
    return read
  }
  const pdf = await print(elements)
  const known = await elements()
  await othersFirst()
  if (!known) return packPdf(pdf, makeAccessible)
  return (await packTagged(pdf, known)) ?? packPdf(await print(), makeAccessible)
}

/** The parser is loaded with the first PDF: a process that only sends email shouldn't wait for it. */
async function elementsOf(html: string): Promise<PageElements | undefined> {
  const { readPage } = await import('./tags/page/read-page.ts')
  return readPage(html)
}

/** Packs a print without tags, with those of its page; undefined if it isn't understood. */
async function packTagged(
  pdf: Uint8Array<ArrayBuffer>,
  elements: PageElements,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const plain = readPlain(pdf)
  const objects = plain && readObjects(plain)
  const tagged = objects && addTags(objects, plain.trailer, elements)
  if (!tagged) return undefined
  await othersFirst()
  return packObjects(plain, tagged)
}
