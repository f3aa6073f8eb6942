import { type RawBuilder, type SqlBool, sql } from 'kysely'

const undone =
  '(done_at is null or done_at < coalesce(finished_at, 0) or done_at < coalesce(reported_at, 0) or done_at < coalesce(retried_at, 0))'

/**
 * Whether a mail is a problem that is left: it failed, came back, is held, or isn't sent because its address is suppressed, and nobody has
 * dealt with it since. One that was dealt with and fails again is left again. As the index `deliveries_problems` has it (migration `023`),
 * word for word, because only then a database uses it; and not as the index of what is due, which has all merchants' mails. Mails that
 * wait aren't in it: an index of these would cost every mail.
 */
export const isOpen: RawBuilder<SqlBool> = sql.raw(
  `(status || '') in ('failed', 'bounced', 'held', 'withheld') and (status <> 'withheld' or reason is not null) and ${undone}`,
)

/** When a mail became a problem, as the index has it: when it came back, failed, or else was made. Milliseconds since 1970. */
export const problemTime: RawBuilder<number> = sql.raw(
  '(case when reported_at > finished_at then reported_at else coalesce(finished_at, created_at) end)',
)

/** Whether nobody has dealt with a mail since it last failed, came back, or was tried again. */
export const isUndone: RawBuilder<SqlBool> = sql.raw(undone)

/**
 * How long a mail may wait until it is a problem, milliseconds. Mails usually leave within a second, and those of a server that makes
 * strangers wait, at the third retry, some six minutes later.
 */
export const usualWait = 900_000
