import type { Statistics } from '../../statistics/statistics.ts'
import type { Operation } from '../operation.ts'
import { retrieveStatistics } from '../operations/retrieve-statistics.ts'
import { consolePath } from '../paths.ts'

/** The merchant's statistics, as in the API, but only the figures that the overview shows. */
export function showStatistics({ statistics }: { statistics: Statistics }): Operation {
  const brief: Statistics = { ...statistics, answer: asked => statistics.answer({ ...asked, brief: true }) }
  const operation = retrieveStatistics({ statistics: brief })
  return { ...operation, id: 'showStatistics', path: `${consolePath}/statistics`, security: 'session' }
}
