import { createHash } from 'node:crypto'

/** Gives names of files in a spool: `20261121T174412.123Z-7-5b0e7c1e-004.json`. They sort by time. */
export interface Names {
  /** @param extension with its dot */
  next(sale: { register: string; requestId: string }, extension: string): string
  /** Names that come next sort after this one, even if the clock was put back. */
  follow(name: string): void
}

/** @param now milliseconds since 1970 */
export function createNames(now: () => number): Names {
  let last = 0
  return {
    next({ register, requestId }, extension) {
      last = Math.max(now(), last + 1)
      const time = new Date(last).toISOString().replace(/[-:]/g, '')
      return `${time}-${plainRegister(register)}-${plainId(requestId)}${extension}`
    },
    follow(name) {
      last = Math.max(last, timeOf(name) ?? 0)
    },
  }
}

/** Whether a file's name is one of a receipt, and not of a note or an unfinished write. */
export function isReceiptName(name: string): boolean {
  return shape.test(name)
}

/** When the receipt was put into the spool, by its name; milliseconds since 1970. */
export function timeOf(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = shape.exec(name) ?? []
  if (year === undefined) return undefined
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The register, by the name: receipts of one keep their order. */
export function registerOf(name: string): string {
  return name.split('-')[1] ?? ''
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
