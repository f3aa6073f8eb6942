import type { DatabaseInspection } from '../../database/inspect.ts'
import { examineSuppressions } from '../../delivery/suppression/examine.ts'
import type { Config } from '../../settings/config.ts'
import { type Found, ok, warn } from './finding.ts'

/** Addresses that bounced in a day, and their share of its mails, from which a mail server may be wrong about them. */
const many = { bounces: 20, share: 0.1 }

/** How many addresses nothing is sent to, whether all are recognized, and whether they have become many. */
export async function checkSuppressions(
  config: Config,
  look: Promise<DatabaseInspection>,
  now: () => number,
): Promise<Found> {
  const found = await look.catch(() => undefined)
  if (!found?.db || found.tables !== 'current') return ok('Not counted without the tables.')
  const { counts, unreadable, lately } = await examineSuppressions(found.db, config.searchKey, now())
  const { bounce, complaint, hand } = counts
  const says = `Nothing is sent to addresses that bounced (${bounce}), complained (${complaint}), or were added by hand (${hand}).`
  if (unreadable > 0)
    return warn(
      `${says} ${unreadable} were kept with another search key, and mails go there again.`,
      'Set the SEARCH_KEY of before; a week after a change they are forgotten.',
    )
  if (lately.bounces >= many.bounces && lately.bounces > many.share * lately.mails)
    return warn(
      `${says} ${lately.bounces} bounced in the last day, of ${lately.mails} mails.`,
      'See what the mail server says (`deliveries list --reason unknown_mailbox`); if it is wrong, `suppressions lift --since`.',
    )
  return ok(says)
}
