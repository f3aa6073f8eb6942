import { readLastPage } from './file/last-page.ts'
import type { PaperSize } from './paper.ts'

/**
 * Prints on sheets so that the last one is worth its paper: if it would be nearly empty, the page is printed again with less
 * space, and if that isn't enough, with the sums moved to the last sheet. What fits is printed once.
 *
 * @param print prints a complete page
 */
export async function fitSheets(
  html: string,
  size: PaperSize,
  print: (html: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const first = await print(html)
  if (!endsNearlyEmpty(first, size)) return first
  for (const classes of fitAttempts) {
    const again = await print(withBodyClass(html, classes))
    if (!endsNearlyEmpty(again, size)) return again
  }
  return first
}

/** Classes of `<body>`, in the order they are tried (templates/print.css). */
export const fitAttempts = ['tight', 'tight moved'] as const

/** Below either, a last sheet looks like a mistake: a fifth of its height, or ten lines. */
const enough = { filled: 0.2, lines: 10 }

function endsNearlyEmpty(pdf: Uint8Array, { height, margins }: PaperSize): boolean {
  const area = { height: points(height), top: points(margins.top), bottom: points(margins.bottom) }
  const last = readLastPage(pdf, area, enough)
  return last !== undefined && (last.filled < enough.filled || last.lines <= enough.lines)
}

function points(millimeters: number): number {
  return (millimeters / 25.4) * 72
}

function withBodyClass(html: string, names: string): string {
  return html.replace(/<body(?: class="([^"]*)")?/, (_, known?: string) =>
    known === undefined ? `<body class="${names}"` : `<body class="${known} ${names}"`,
  )
}
