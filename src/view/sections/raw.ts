import type { ViewContext } from '../presenting.ts'
import type { RawView } from '../receipt-view.ts'

/** The receipt exactly as the till prints it, with its columns and blank lines. */
export function presentRaw({ receipt, t }: ViewContext): RawView | undefined {
  const text = receipt.rawPosReceipt
  if (!text?.trim()) return undefined
  const lines = text
    .replace(/\t/g, '        ')
    .split('\n')
    .map(line => line.trimEnd())
  while (lines.at(-1) === '') lines.pop()
  return { title: t('raw.title'), text: lines.join('\n'), lines }
}
