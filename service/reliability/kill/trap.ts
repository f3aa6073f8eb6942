import { Socket } from 'node:net'
import { StatementSync } from 'node:sqlite'
import pg from 'pg'

/**
 * Where a process is to kill itself. `commit`: of a receipt. `mark`: the statement that marks a mail as sent. `print`: the order to
 * print a page. `erasing`, `forgetting` (of appearances), `migrating`: a statement of those, from the first one that changes
 * something. `folding`: a statement that folds statistics, from the one that takes what is pending to the commit. `posting`: the statement
 * that begins an attempt to post a webhook's message. `posted`: the commit that ends one. `making`: the commit of a report. `reporting`: the
 * commit that begins an attempt to mail one. `reported`: the statement that ends it.
 */
export interface Trap {
  at:
    | 'commit'
    | 'mark'
    | 'print'
    | 'erasing'
    | 'forgetting'
    | 'migrating'
    | 'folding'
    | 'posting'
    | 'posted'
    | ReportMoment
  /** `sent`: when the statement is on its way to the server, so that nobody knows whether it is carried out. */
  when: 'before' | 'after' | 'sent'
  /** Which time. */
  nth: number
  /** Milliseconds to wait there, only for `print`. */
  delay?: number
}

type ReportMoment = 'making' | 'reporting' | 'reported'

/** The first statement of a migration that changes something. */
export const startsMigrating = /^(?:create table (?!if )|alter table )/

/** Makes this process end with SIGKILL where the trap says, in the middle of what it does. */
export function setTrap(trap: Trap): void {
  const isThere = watchFor(trap)
  trapSqlite(trap, isThere)
  trapPostgres(trap, isThere)
  if (trap.at === 'print') trapPrinting(trap)
}

/** Whether a statement on a connection is the one. */
type IsThere = (sql: string, connection: object) => boolean

/** The first statement of what has no transaction of its own to be told by. */
const begins = {
  erasing: /^delete from "deliveries"/,
  forgetting: /^delete from "merchant_versions"/,
  migrating: startsMigrating,
}

/** A statement by which a transaction is told. */
const transactions = {
  commit: 'insert into "receipts"',
  folding: 'delete from "statistics_deltas"',
  posted: 'insert into "webhook_attempts"',
  making: 'insert into "report_slots"',
  reporting: 'update "report_mails" set "attempt_count"',
}

function watchFor({ at, nth }: Trap): IsThere {
  /** Connections in a transaction that stores a receipt, or folds. */
  const busy = new WeakSet<object>()
  let seen = 0
  let hasBegun = false

  function isAt(sql: string, connection: object): boolean {
    if (at === 'mark') return sql.startsWith('update "deliveries" set "status"')
    if (at === 'posting') return sql.startsWith('update "webhook_messages" set "attempt_count"')
    if (at === 'reported') return sql.startsWith('update "report_mails" set "status"')
    if (at === 'print') return false
    if (at === 'erasing' || at === 'forgetting' || at === 'migrating') {
      hasBegun ||= begins[at].test(sql)
      return hasBegun
    }
    if (sql.startsWith(transactions[at])) busy.add(connection)
    const isBusy = busy.has(connection)
    if (sql === 'commit' || sql === 'rollback') busy.delete(connection)
    return isBusy && (at === 'folding' || sql === 'commit')
  }
  return (sql, connection) => isAt(sql, connection) && ++seen === nth
}

/** The kernel ends the process before this returns. */
function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still alive')
}

/** The embedded database has one connection. */
const embedded = {}

function trapSqlite({ when }: Trap, isThere: IsThere): void {
  for (const name of ['run', 'all'] as const) {
    const original = StatementSync.prototype[name] as (...parameters: unknown[]) => unknown
    StatementSync.prototype[name] = function (this: StatementSync, ...parameters: unknown[]) {
      const hit = isThere(this.sourceSQL, embedded)
      if (hit && when === 'before') die()
      const result = original.apply(this, parameters)
      if (hit) die()
      return result
    } as never
  }
}

function trapPostgres({ when }: Trap, isThere: IsThere): void {
  const original = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const [query] = parameters
    const sql = typeof query === 'string' ? query : String((query as { text?: string } | null)?.text ?? '')
    const hit = isThere(sql, this)
    if (hit && when === 'before') die()
    const result = original.apply(this, parameters)
    if (hit && when === 'sent') die()
    return hit && result instanceof Promise ? result.then(die, die) : result
  } as never
}

/** The browser gets its orders as text through a pipe. */
function trapPrinting({ nth, delay = 0 }: Trap): void {
  const original = Socket.prototype.write as (...parameters: unknown[]) => boolean
  let seen = 0
  Socket.prototype.write = function (this: Socket, ...parameters: unknown[]) {
    const [chunk] = parameters
    if (typeof chunk === 'string' && chunk.includes('"Page.printToPDF"') && ++seen === nth) setTimeout(die, delay)
    return original.apply(this, parameters)
  } as never
}
