import type { Statistics } from '../../statistics/statistics.ts'
import type { Operation } from '../operation.ts'
import { retrieveStatistics } from '../operations/retrieve-statistics.ts'
import { consolePath } from './operation.ts'

/** The merchant's statistics, as in the API. */
export function statisticsOperations({ statistics }: { statistics: Statistics }): Operation[] {
  const operation = retrieveStatistics({ statistics })
  return [{ ...operation, id: 'showStatistics', path: `${consolePath}/statistics`, security: 'session' }]
}
