import { readLastPage } from './file/last-page.ts'
import type { PaperSize } from './paper.ts'

/** A page as printed on sheets. */
export interface Fitted {
  /** The page that was printed: as given, or with classes of a rung. */
  html: string
  pdf: Uint8Array<ArrayBuffer>
  /** How many sheets it takes; 1 if the printer isn't Chromium. */
  sheets: number
}

/**
 * Prints on sheets so that the last one is worth its paper: if it would be nearly empty, the page is printed again with less
 * space, and if that isn't enough, with more moved to the last sheet. What fits is printed once.
 *
 * @param print prints a complete page
 */
export async function fitSheets(
  html: string,
  size: PaperSize,
  print: (html: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Fitted> {
  const first = await tryOut(html, size, print)
  if (!first.endsNearlyEmpty) return first
  for (const rung of rungs) {
    const again = await tryOut(withBodyClass(html, rung), size, print)
    if (!again.endsNearlyEmpty) return again
  }
  return first
}

/** Classes of `<body>`, in the order they are tried (templates/print.css). */
export const rungs = ['tight', 'tight tighter', 'moved', 'parted'] as const

/** Below either, a last sheet looks like a mistake: a fifth of its height, or ten lines. */
const enough = { filled: 0.2, lines: 10 }

async function tryOut(
  html: string,
  { height, margins }: PaperSize,
  print: (html: string) => Promise<Uint8Array<ArrayBuffer>>,
) {
  const pdf = await print(html)
  const area = { height: points(height), top: points(margins.top), bottom: points(margins.bottom) }
  const last = readLastPage(pdf, area, enough)
  const endsNearlyEmpty = last !== undefined && (last.filled < enough.filled || last.lines <= enough.lines)
  return { html, pdf, sheets: last?.pages ?? 1, endsNearlyEmpty }
}

function points(millimeters: number): number {
  return (millimeters / 25.4) * 72
}

function withBodyClass(html: string, names: string): string {
  return html.replace(/<body(?: class="([^"]*)")?/, (_, known?: string) =>
    known === undefined ? `<body class="${names}"` : `<body class="${known} ${names}"`,
  )
}
