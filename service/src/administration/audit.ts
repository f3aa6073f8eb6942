import { newId } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'

/** What an operator did. Never holds receipt data, addresses or secrets. */
export interface AuditEntry {
  /** The admin token's name, or `command:` and the user of a command. */
  actor: string
  /** The operation's id, such as `pauseDelivery`. */
  action: string
  merchantId?: string | undefined
  /** The id of what it was done to. */
  target?: string | undefined
  /** How it was asked for, and how much it changed. */
  detail?: Readonly<Record<string, unknown>> | undefined
}

export interface RecordedEntry extends AuditEntry {
  id: string
  /** Milliseconds since 1970. */
  at: number
}

export interface AuditTrail {
  record(entry: AuditEntry): Promise<void>
  /** The newest entries, newest first. */
  list(filter: { since?: number | undefined; merchantId?: string | undefined; limit: number }): Promise<RecordedEntry[]>
}

/** The trail of what operators did, which is only ever added to. */
export function createAuditTrail(db: Database, now: () => number): AuditTrail {
  return {
    async record({ actor, action, merchantId, target, detail = {} }) {
      await db
        .insertInto('audit_entries')
        .values({
          id: newId(),
          at: now(),
          actor,
          action,
          merchant_id: merchantId ?? null,
          target: target ?? null,
          detail: JSON.stringify(detail),
        })
        .execute()
    },

    async list({ since, merchantId, limit }) {
      let query = db.selectFrom('audit_entries').selectAll()
      if (since !== undefined) query = query.where('at', '>=', since)
      if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId)
      const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map(({ id, at, actor, action, merchant_id, target, detail }) => ({
        ...{ id, at: Number(at), actor, action, detail: JSON.parse(detail) },
        ...(merchant_id !== null && { merchantId: merchant_id }),
        ...(target !== null && { target }),
      }))
    },
  }
}
