import type { ReportSubject } from '../../../database/tables.ts'
import { dayEndKind } from './day-end.ts'
import type { ReportForm } from './kind.ts'
import { problemsKind } from './problems.ts'
import { silentKind } from './silent.ts'
import { undeliveredKind } from './undelivered.ts'

const kinds = { dayEnd: dayEndKind, undelivered: undeliveredKind, silent: silentKind, problems: problemsKind }

/** How a kind of report is made. What it gathers, it alone can read. */
export function kindOf(report: ReportSubject): ReportForm<object> {
  return kinds[report] as ReportForm<object>
}
