import { readDictionary } from '../../basics/structured-fields.ts'
import { nameOf } from '../../statistics/counting/dimensions.ts'

/** The header in which tills say how they are. */
export const tillHeader = 'counterfoil-till'

/** What a till says of itself; undefined what it left out, or said wrongly. Times are milliseconds since 1970. */
interface TillReport {
  /** The till's own, as long as its spool lives. */
  tillId: string
  version: string | undefined
  /** Where it sold last, as names of the statistics. */
  storeId: string | undefined
  register: string | undefined
  /** Receipts that wait. */
  waiting: number | undefined
  /** Since when the oldest of them does. */
  oldestAt: number | undefined
  /** Receipts that lie refused. */
  refused: number | undefined
  /** Why it sends nothing: a word. */
  halted: string | undefined
  /** What its clock shows. */
  clockAt: number | undefined
}

/** Reads the header; undefined if nobody can know which till it is. Never throws. */
export function readTillHeader(header: string | readonly string[] | undefined): TillReport | undefined {
  if (typeof header !== 'string') return undefined
  const said = readDictionary(header)
  const tillId = said && wordIn(said.get('id'))
  if (!said || tillId === undefined) return undefined
  return {
    tillId,
    version: wordIn(said.get('version')),
    storeId: nameIn(said.get('store')),
    register: nameIn(said.get('register')),
    waiting: countIn(said.get('waiting')),
    oldestAt: timeIn(said.get('oldest')),
    refused: countIn(said.get('refused')),
    halted: wordIn(said.get('halted')),
    clockAt: timeIn(said.get('clock')),
  }
}

function wordIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.+-]{1,64}$/.test(value) ? value : undefined
}

function nameIn(value: unknown): string | undefined {
  const name = typeof value === 'string' ? nameOf(value) : ''
  return name === '' ? undefined : name
}

function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1e9 ? value : undefined
}

/** A clock may be wrong by decades; a column holds what a date can. */
function timeIn(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
