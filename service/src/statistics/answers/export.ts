import type { Database } from '../../database/database.ts'
import { answerStatistics } from './answer.ts'
import { csvHeader, csvLines } from './csv.ts'
import { type Grouping, groupings } from './groups.ts'
import { canRead } from './query.ts'

/** CSV, or a JSON object on each line. */
export const exportFormats = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface DayToExport {
  merchantId: string
  /** Days since 1970. */
  day: number
  by: Grouping
  shownZone: string
  format: ExportFormat
}

/** What an export begins with. */
export function exportHeader(by: Grouping, format: ExportFormat): string {
  return format === 'csv' ? csvHeader(by) : ''
}

/** A day's figures by the hour, as far as there are hours, without a header; empty if there are none. */
export async function exportDay(
  db: Database,
  { merchantId, day, by, shownZone, format }: DayToExport,
): Promise<string> {
  const about = { dimension: groupings[by], storeId: undefined, during: undefined }
  const interval = canRead({ ...about, interval: 'hour' }) ? 'hour' : 'day'
  const asked = {
    merchantId,
    from: day,
    to: day,
    interval,
    groupBy: by,
    shownZone,
    weekStart: 0,
    orderBy: 'amount',
  } as const
  const answer = await answerStatistics(db, asked, Date.now(), Number.POSITIVE_INFINITY)
  if (typeof answer === 'string') throw new Error(`A day can't be exported: ${answer}`)
  if (format === 'csv') return csvLines(answer)
  const { timeZone } = answer
  return answer.rows.map(row => `${JSON.stringify({ merchantId, timeZone, ...row })}\n`).join('')
}
