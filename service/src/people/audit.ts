import { newId } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'

/** What an operator did. Never holds receipt data, addresses or secrets. */
interface AuditEntry {
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

/**
 * How far an act came. `begun`: the process ended in it, so that it was done, or a part of it, or nothing. `failed`: it broke off
 * with an error.
 */
export const actOutcomes = ['done', 'begun', 'failed'] as const

/** An entry as the audit trail keeps it. */
export interface RecordedEntry extends AuditEntry {
  id: string
  /** Milliseconds since 1970. */
  at: number
  outcome: (typeof actOutcomes)[number]
}

/** What is known of an act only once it is done; it replaces what the entry said before. */
export type AuditResult = Pick<AuditEntry, 'target' | 'detail'>

/** Where the trail is, and its clock. */
export interface AuditContext {
  db: Database
  now: () => number
}

/**
 * Carries out an act, with its entry on disk before it begins and completed afterwards. An act that is refused leaves none.
 *
 * @param isRefusal whether an error means that nothing was done
 * @param tell what the entry tells besides; without a result, the act is about to begin
 * @throws the act's error
 */
export async function runAudited<Result>(
  { db, now }: AuditContext,
  subject: AuditEntry,
  act: () => Promise<Result>,
  isRefusal: (error: unknown) => boolean,
  tell: (result?: Result) => AuditResult | undefined = () => undefined,
): Promise<Result> {
  const entry = { ...subject, ...tell() }
  const id = await add(db, entry, 'begun', now())
  try {
    const result = await act()
    await complete(db, id, { ...entry, ...tell(result) }, 'done')
    return result
  } catch (error) {
    if (!isRefusal(error)) await complete(db, id, entry, 'failed')
    else
      await db
        .deleteFrom('audit_entries')
        .where('id', '=', id)
        .execute()
        .catch(() => {})
    throw error
  }
}

/** Records an act that is done. */
export async function recordAct({ db, now }: AuditContext, entry: AuditEntry): Promise<void> {
  await add(db, entry, 'done', now())
}

/** The newest entries, newest first. */
export async function listAuditEntries(
  db: Database,
  { since, merchantId, limit }: { since?: number | undefined; merchantId?: string | undefined; limit: number },
): Promise<RecordedEntry[]> {
  let query = db.selectFrom('audit_entries').selectAll()
  if (since !== undefined) query = query.where('at', '>=', since)
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId)
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ id, at, actor, action, merchant_id, target, detail }) => ({
    ...{ id, at: Number(at), actor, action, ...read(detail) },
    ...(merchant_id !== null && { merchantId: merchant_id }),
    ...(target !== null && { target }),
  }))
}

async function add(db: Database, entry: AuditEntry, outcome: RecordedEntry['outcome'], at: number): Promise<string> {
  const id = newId()
  const { actor, action, merchantId = null, target = null, detail } = entry
  await db
    .insertInto('audit_entries')
    .values({ id, at, actor, action, merchant_id: merchantId, target, detail: written(detail, outcome) })
    .execute()
  return id
}

/** If this fails, the entry stays `begun`, which is true as far as the trail knows. */
async function complete(db: Database, id: string, entry: AuditEntry, outcome: RecordedEntry['outcome']): Promise<void> {
  const changes = { target: entry.target ?? null, detail: written(entry.detail, outcome) }
  const update = db.updateTable('audit_entries').set(changes).where('id', '=', id)
  await update.execute().catch(() => {})
}

/** The outcome is stored beside the detail, under a name that no detail has; without one, an act is done. */
const outcomeKey = '$outcome'

function written(detail: AuditEntry['detail'] = {}, outcome: RecordedEntry['outcome']): string {
  return JSON.stringify(outcome === 'done' ? detail : { ...detail, [outcomeKey]: outcome })
}

function read(text: string): Pick<RecordedEntry, 'outcome' | 'detail'> {
  const { [outcomeKey]: outcome = 'done', ...detail } = JSON.parse(text) as Record<string, unknown>
  return { outcome: outcome as RecordedEntry['outcome'], detail }
}
