import { setImmediate as othersFirst } from 'node:timers/promises'
import { OptionError, PrintError, ReceiptDataError } from '../../errors.ts'
import { type MergedTitle, openAt, openMerging } from './merge.ts'

/** How to merge what isn't printed yet. */
export interface PartsOptions<Source> extends MergedTitle {
  signal: AbortSignal | undefined
  /** Throws if a receipt is invalid; all are checked before the first is printed. */
  check(source: Source): unknown
  print(source: Source): Promise<Uint8Array>
}

/** Prints that are begun before they are needed: enough for a printer's processes, few enough to keep. */
const ahead = 8

/**
 * Merges PDFs and receipts in their order. Receipts are printed, eight at once, and each is merged and forgotten when those before it
 * are, so that memory holds the document and a few PDFs.
 *
 * @throws OptionError for an empty list, and with its place in the list for a PDF that can't be merged; what `check` and `print` throw of
 *   a receipt, with its place
 */
export async function mergeParts<Source>(
  parts: readonly (Uint8Array | Source)[],
  { title, onUnclaimed, signal, check, print }: PartsOptions<Source>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!Array.isArray(parts)) throw new OptionError('parts: must be a list of receipts and PDFs')
  const merging = openMerging({ title, onUnclaimed })
  // An invalid receipt is reported before any is printed, even the last one.
  if (!parts.every(isPdf))
    for (const [place, part] of parts.entries())
      if (isPdf(part)) openAt(place, part)
      else await atPlace(place, async () => check(part))
  const pdfs = inOrder(parts, (part, place) => (isPdf(part) ? part : atPlace(place, () => print(part))))
  for await (const pdf of pdfs) {
    signal?.throwIfAborted()
    merging.add(pdf)
    await othersFirst()
  }
  return merging.finish()
}

/** Other bytes are a receipt's JSON, which begins with a brace. */
function isPdf(part: unknown): part is Uint8Array {
  return part instanceof Uint8Array && Buffer.from(part.subarray(0, 5)).toString('latin1') === '%PDF-'
}

/** Does work for each, some ahead of what is taken. Ends, also by an error, when all that was begun is done. */
async function* inOrder<Part, Done>(
  parts: readonly Part[],
  work: (part: Part, place: number) => Done | Promise<Done>,
): AsyncGenerator<Done> {
  const begun: Promise<Done>[] = []
  const begin = async (part: Part, place: number) => work(part, place)
  try {
    for (const [place, part] of parts.entries()) {
      const working = begin(part, place)
      // Reported when its turn comes.
      working.catch(() => {})
      begun.push(working)
      const first = begun.length < ahead ? undefined : begun.shift()
      if (first) yield await first
    }
    for (let next = begun.shift(); next; next = begun.shift()) yield await next
  } finally {
    await Promise.allSettled(begun)
  }
}

/** Adds to what is thrown about a receipt its place in the list. */
async function atPlace<Done>(place: number, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (cause) {
    const where = `parts[${place}]`
    if (cause instanceof ReceiptDataError)
      throw new ReceiptDataError(
        Object.fromEntries(
          Object.entries(cause.errors).map(([path, errors]) => [
            path === 'receipt' ? where : `${where}.${path}`,
            errors,
          ]),
        ),
      )
    if (cause instanceof OptionError) throw new OptionError(`${where}: ${cause.message}`, { cause })
    if (cause instanceof PrintError) throw new PrintError(`${where}: ${cause.message}`, { cause })
    throw cause
  }
}
