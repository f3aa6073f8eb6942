import { searchKeyId } from '../../basics/addresses.ts'
import type { Database } from '../../database/database.ts'
import { countOf } from '../../database/rows.ts'
import type { SuppressionKind } from '../../database/tables.ts'
import { countSuppressions } from './list.ts'
import { countUnreadable } from './upkeep.ts'

/** What is to be known of suppressed addresses, for the doctor. */
interface SuppressionFacts {
  counts: Record<SuppressionKind, number>
  /** Those that another search key hashed, so that they aren't recognized. */
  unreadable: number
  /** In the last day: addresses that bounced, and mails that a mail server took or refused for good. */
  lately: { bounces: number; mails: number }
}

const day = 86_400_000

/** Looks at what is suppressed; changes nothing. @param searchKey the one in the settings; undefined: the database's own */
export async function examineSuppressions(
  db: Database,
  searchKey: string | undefined,
  at: number,
): Promise<SuppressionFacts> {
  const own = db.selectFrom('search_keys').select('id').where('secret', 'is not', null).orderBy('id')
  const id = searchKey === undefined ? (await own.executeTakeFirst())?.id : searchKeyId(searchKey)
  const since = at - day
  const bounces = db.selectFrom('suppressions').where('kind', '=', 'bounce').where('created_at', '>=', since)
  const mails = db.selectFrom('deliveries').where('status', 'in', ['sent', 'failed', 'bounced'])
  return {
    counts: await countSuppressions(db, at),
    unreadable: id === undefined ? 0 : await countUnreadable(db, { id }),
    lately: { bounces: await countOf(bounces), mails: await countOf(mails.where('due_at', '>=', since)) },
  }
}
