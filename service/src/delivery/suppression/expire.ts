import type { Database } from '../../database/database.ts'

/** Deletes the suppressions that are over, and what older versions write of bounces, which isn't read. */
export async function expireSuppressions(db: Database, at: number): Promise<void> {
  await db.deleteFrom('suppressions').where('expires_at', '<=', at).execute()
  await db.deleteFrom('bounces').execute()
}
