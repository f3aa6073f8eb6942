import { createFold } from '../../src/statistics/folding/fold.ts'
import { rebuildStatistics } from '../../src/statistics/rebuilding/rebuild.ts'
import { statisticsRows } from '../../test/support/statistics-rows.ts'
import { withDatabase } from './audit.ts'

/**
 * Folds what is pending in the database of a service that has stopped, and makes the demo merchant's statistics anew from its
 * receipts and what erased ones left. Returns how many rows differ from those that had grown, and how many there are.
 */
export function recount(settings: Record<string, string>): Promise<{ wrong: number; rows: number }> {
  return withDatabase(settings, async db => {
    const fold = createFold(db, Date.now)
    await fold.finish()
    const grown = new Set(await statisticsRows(db, 'demo'))
    await rebuildStatistics({ db, fold, now: Date.now }, 'demo')
    const anew = new Set(await statisticsRows(db, 'demo'))
    const only = (rows: ReadonlySet<string>, others: ReadonlySet<string>) => [...rows].filter(row => !others.has(row))
    return { wrong: only(grown, anew).length + only(anew, grown).length, rows: anew.size }
  })
}
