import type { Database } from '../../../database/database.ts'

/** Milliseconds by which two processes' clocks differ at most. */
const day = 86_400_000

/** How far a mailbox has been read. */
export interface Progress {
  /** With another one, all UIDs are new (RFC 9051, section 2.3.1.1); empty before the first look. */
  uidValidity: string
  /** Of the last mail that was read. */
  lastUid: number
}

/**
 * Claims a mailbox for a process, so that no two read it at once; whoever has it keeps it by claiming it again.
 *
 * @param until when the claim ends by itself, milliseconds since 1970
 * @returns how far it has been read; undefined if another process has it
 */
export async function claimMailbox(
  db: Database,
  { mailbox, holder, at, until }: { mailbox: string; holder: string; at: number; until: number },
): Promise<Progress | undefined> {
  const row = await db
    .insertInto('bounce_mailboxes')
    .values({ mailbox, holder, held_until: until, uid_validity: '', last_uid: 0 })
    .onConflict(conflict =>
      conflict
        .column('mailbox')
        .doUpdateSet({ holder, held_until: until })
        .where(({ eb, or }) =>
          or([
            eb('bounce_mailboxes.holder', '=', holder),
            eb('bounce_mailboxes.held_until', '<=', at),
            // A clock was set back.
            eb('bounce_mailboxes.held_until', '>', until + day),
          ]),
        ),
    )
    .returning(['uid_validity', 'last_uid'])
    .executeTakeFirst()
  return row && { uidValidity: row.uid_validity, lastUid: Number(row.last_uid) }
}

/** Remembers how far a mailbox has been read. False if another process has claimed it. */
export async function saveProgress(
  db: Database,
  { mailbox, holder }: { mailbox: string; holder: string },
  { uidValidity, lastUid }: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bounce_mailboxes')
    .set({ uid_validity: uidValidity, last_uid: lastUid })
    .where('mailbox', '=', mailbox)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Lets another process have the mailbox at once. */
export async function releaseMailbox(db: Database, mailbox: string, holder: string): Promise<void> {
  await db
    .updateTable('bounce_mailboxes')
    .set({ held_until: 0 })
    .where('mailbox', '=', mailbox)
    .where('holder', '=', holder)
    .execute()
}
