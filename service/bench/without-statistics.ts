import { registerHooks } from 'node:module'

/**
 * Loaded before a service, takes the statistics out of it, to measure what they cost: receipts are accepted, written and mailed as
 * ever, but nothing is counted, written for statistics or folded.
 */
const instead: Readonly<Record<string, (source: string) => string>> = {
  '/src/statistics/counting/receipt/count-receipt.ts': () => `
    import { momentOf } from '../bucket-key.ts'
    export const countReceipt = ({ receipt, date, locale }) => ({
      bucket: { register: receipt.workstation.id, day: momentOf(date, locale.timeZone).day, currency: receipt.currency ?? locale.currency ?? '' },
      change: { adds: {} },
    })`,
  '/src/statistics/counting/change.ts': source =>
    source.replace(/^export async function (\w+)/gm, 'export const $1 = async () => {}\nasync function unused_$1'),
  '/src/statistics/folding/fold.ts': source =>
    `${source.replace('export function startFolding', 'function unused')}\nexport const startFolding = () => ({ stop: async () => {} })`,
  '/src/receipts/draft.ts': source => {
    const without = source.replace('writeBucketKey(counted.bucket)', 'null')
    if (without === source) throw new Error('The receipt’s row has changed: take out its place elsewhere.')
    return without
  },
}

registerHooks({
  load(url, context, next) {
    const change = Object.entries(instead).find(([path]) => url.endsWith(path))?.[1]
    const loaded = next(url, context)
    if (!change) return loaded
    return { ...loaded, source: change(String(loaded.source)) }
  },
})
