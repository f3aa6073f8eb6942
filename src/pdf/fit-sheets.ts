import { readLastPage } from './file/last-page.ts'
import type { PaperSize } from './paper.ts'

/**
 * Prints on sheets so that the last one is worth its paper: if it would be nearly empty, the page is printed again with less
 * space, and if that isn't enough, with more moved to the last sheet. What fits is printed once.
 *
 * @param print prints a complete page
 * @returns the bytes of the PDF
 */
export async function fitSheets(
  html: string,
  size: PaperSize,
  print: (html: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const first = await print(html)
  if (!endsNearlyEmpty(first, size)) return first
  for (const rung of rungs) {
    const again = await print(withBodyClass(html, rung))
    if (!endsNearlyEmpty(again, size)) return again
  }
  return first
}

/** Classes of `<body>`, in the order they are tried (templates/print.css). */
export const rungs = ['tight', 'tight tighter', 'moved', 'parted'] as const

/** Below either, a last sheet looks like a mistake: a fifth of its height, or this many lines. */
const leastFilled = 0.2
const fewLines = 10

function endsNearlyEmpty(pdf: Uint8Array, { height, margins }: PaperSize): boolean {
  const last = readLastPage(pdf, {
    height: points(height),
    top: points(margins.top),
    bottom: points(margins.bottom),
  })
  return last !== undefined && (last.filled < leastFilled || last.lines <= fewLines)
}

function points(millimeters: number): number {
  return (millimeters / 25.4) * 72
}

function withBodyClass(html: string, names: string): string {
  return html.replace(/<body(?: class="([^"]*)")?/, (_, known?: string) =>
    known === undefined ? `<body class="${names}"` : `<body class="${known} ${names}"`,
  )
}
