import { setImmediate as othersFirst } from 'node:timers/promises'
import type { DataFile } from '../structured/structured.ts'
import { makeAccessible } from './file/access/make-accessible.ts'
import { attachData } from './file/attach-data.ts'
import { runsBackward, spellBackward } from './file/backward/spell-backward.ts'
import { nameBookmarks } from './file/bookmarks.ts'
import { packObjects, packPdf, pdfDate } from './file/pack.ts'
import { type PdfObject, readObjects, readPlain } from './file/plain-pdf.ts'
import type { Dictionary } from './file/values.ts'
import { addTags, type PageElements, partWords, readElements, readTexts } from './tags/add-tags.ts'

/** A printed page, to be tagged and packed. Data, which may go to another thread. */
export interface PrintedPage {
  /** What was printed. */
  html: string
  pdf: Uint8Array<ArrayBuffer>
  /** Its date, ISO 8601, if it has one. */
  date: string | undefined
  data: DataFile | undefined
  /** Whether the browser has tagged it. */
  isTagged: boolean
}

/** What printing does without a browser. It takes the longer, the longer a page is. */
export interface PrintSteps {
  /** Whether a page's structure is understood, so that the browser needn't tag it. */
  isUnderstood(html: string): Promise<boolean>
  /** Tags and packs a PDF; undefined if its tags can't be ours, for which it must be printed again. */
  finish(page: PrintedPage): Promise<FinishedPdf | undefined>
}

/** A PDF, and what it doesn't claim to be, each with why. */
export interface FinishedPdf {
  pdf: Uint8Array<ArrayBuffer>
  unclaimed: readonly string[]
}

/** A file that is attached has to have a date (ISO 19005-3, 6.8), even that of a receipt that has none. */
const undatedFile = '1980-01-01'

/** The steps of one page, here: its structure is read once. */
export function stepsHere(): PrintSteps {
  let reading: Promise<PageElements | undefined> | undefined
  const elementsOf = (html: string) => {
    reading ??= readElements(html)
    return reading
  }
  return {
    isUnderstood: async html => (await elementsOf(html)) !== undefined,
    async finish({ html, pdf, date, data, isTagged }) {
      const attach = (objects: readonly PdfObject[], trailer: Dictionary) =>
        data === undefined ? objects : attachData(objects, trailer, data, pdfDate(date ?? undatedFile))
      const unclaimed: string[] = []
      const tell = (reasons: readonly string[]) => unclaimed.push(...reasons)
      if (isTagged) {
        const { headings, links, words } = await readTexts(html)
        const packed = await packPdf(pdf, (objects, trailer) => {
          const spelled = runsBackward(html) ? spellBackward(objects) : objects
          const named = nameBookmarks(partWords(spelled, words), trailer, headings)
          return attach(makeAccessible(named, trailer, tell, links), trailer)
        })
        return { pdf: packed, unclaimed }
      }
      const known = await elementsOf(html)
      // Between the steps other work goes first: browsers wait for their next command meanwhile.
      await othersFirst()
      const plain = known && readPlain(pdf)
      const objects = plain && readObjects(plain)
      if (!objects) return undefined
      const tagged = addTags(known.backward.letters ? spellBackward(objects) : objects, plain.trailer, known, tell)
      if (!tagged) return undefined
      await othersFirst()
      return { pdf: await packObjects(plain, attach(tagged, plain.trailer)), unclaimed }
    },
  }
}
