import { expireReports, makeDueReports } from './make.ts'

/** What a worker does for reports, besides sending them: every minute and every hour. */
export function createReportUpkeep(
  options: Parameters<typeof makeDueReports>[0] & { queue: { wake(): void } },
): ReportUpkeep {
  const { db, now, queue } = options
  return {
    async everyMinute() {
      if ((await makeDueReports(options)) > 0) queue.wake()
    },
    everyHour: () => expireReports(db, now()),
  }
}

/** What a worker does for reports. */
export interface ReportUpkeep {
  everyMinute(): Promise<void>
  everyHour(): Promise<void>
}
