import { createHash } from 'node:crypto'

/** Gives names of files in a spool: `20261121T174412.123Z-7-5b0e7c1e-004.json`. They sort by time. */
export interface Names {
  /** @param extension with its dot */
  next(sale: { register: string; requestId: string }, extension: string): string
  /** Names that come next sort after these, even if the clock was put back. @param names sorted */
  follow(names: readonly string[]): void
}

/** The year 9999 is somebody's joke, and what comes after it doesn't sort. */
const [odd, end] = [Date.UTC(9999, 0), Date.UTC(9999, 11, 31, 23, 59, 59, 999)]

/** @param now milliseconds since 1970 */
export function createNames(now: () => number): Names {
  let last = 0
  return {
    next({ register, requestId }, extension) {
      last = Math.min(Math.max(now(), last + 1, 0), end)
      const time = new Date(last).toISOString().replace(/[-:]/g, '')
      return `${time}-${plainRegister(register)}-${plainId(requestId)}${extension}`
    },
    follow(names) {
      const newest = names.findLast(name => (timeOf(name) ?? odd) < odd)
      last = Math.max(last, timeOf(newest ?? '') ?? 0)
    },
  }
}

/** Whether a file's name is one of a receipt, and not of a note or an unfinished write. */
export function isReceiptName(name: string): boolean {
  return shape.test(name)
}

/** When the receipt was put into the spool, by its name; milliseconds since 1970. Undefined if there is no such time. */
export function timeOf(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = shape.exec(name) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}

/** The register, by the name: receipts of one keep their order. */
export function registerOf(name: string): string {
  return name.split('-')[1] ?? ''
}

/** Whether its file is encrypted, by the name. */
export function isSealedName(name: string): boolean {
  return name.endsWith('.cft')
}

/** The name without its extension. */
export function baseOf(name: string): string {
  return name.replace(/\.(json|cft)$/, '')
}

const shape = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-\w+-[\w-]+\.(?:json|cft)$/

/** What a sender calls a register may be a path; in a name it only groups. */
function plainRegister(register: string): string {
  return register.replace(/[^A-Za-z0-9]/g, '_').slice(0, 24) || '_'
}

function plainId(requestId: string): string {
  if (/^[\w-]{1,64}$/.test(requestId)) return requestId
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32)
}
