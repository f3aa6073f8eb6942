import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a mail is a problem that is left: it failed, came back, is held, or isn't sent because its address is suppressed, and nobody has
 * dealt with it since. One that was dealt with and fails again is left again. As the index `deliveries_problems` has it (migration
 * `019`), word for word, because only then a database uses it, and not the index of what is due, which has all merchants' mails. Mails that wait aren't in it: an index of these would cost every mail.
 */
export const isOpen: RawBuilder<SqlBool> = sql.raw(
  `(status || '') in ('failed', 'bounced', 'held', 'withheld') and (status <> 'withheld' or reason is not null) ` +
    'and (done_at is null or done_at < coalesce(reported_at, finished_at, retried_at))',
)

/** When a mail became a problem, as the index has it: when it came back, failed, or else was made. Milliseconds since 1970. */
export const problemTime: RawBuilder<number> = sql.raw('coalesce(reported_at, finished_at, created_at)')

/** Whether nobody has dealt with a mail since it last failed, or was last tried again. */
export const isUndone: RawBuilder<SqlBool> = sql.raw(
  '(done_at is null or done_at < coalesce(reported_at, finished_at, retried_at))',
)

/**
 * How long a mail may wait until it is a problem, milliseconds. Mails usually leave within a second, and those of a server that makes
 * strangers wait, at the third retry, some six minutes later.
 */
export const usualWait = 900_000
