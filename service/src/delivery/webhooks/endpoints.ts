import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { newId } from '../../basics/ids.ts'
import type { AllowedHosts } from '../../basics/public-addresses.ts'
import { newWebhookSecret } from '../../basics/standard-webhooks.ts'
import type { Database } from '../../database/database.ts'
import type { WebhookEndpointTable } from '../../database/tables.ts'
import { forgetListeners } from './events.ts'
import { type Lookup, mayReach } from './post.ts'
import type { SecretSeal } from './secrets.ts'

/** Where a merchant's own system is told what happens. */
export type Endpoint = WebhookEndpointTable

/** Most endpoints of a merchant. */
export const maxEndpoints = 10

/** How long a replaced secret still signs, milliseconds. */
const overlapMs = 86_400_000

/** What a merchant decides about an endpoint. */
export interface EndpointInput {
  url: string
  events: readonly string[]
  customerData: boolean
  active: boolean
}

/** A merchant's endpoints, the oldest first. */
export function listEndpoints(db: Database, merchantId: string): Promise<Endpoint[]> {
  return here(db).where('merchant_id', '=', merchantId).orderBy('created_at').orderBy('id').execute()
}

/** An endpoint of a merchant; undefined if there is none with this id. */
export function findEndpoint(db: Database, merchantId: string, id: string): Promise<Endpoint | undefined> {
  return here(db).where('merchant_id', '=', merchantId).where('id', '=', id).executeTakeFirst()
}

function here(db: Database) {
  const isThere = db.selectFrom('webhook_endpoints').selectAll()
  return isThere.where(({ or, eb }) => or([eb('off_reason', 'is', null), eb('off_reason', '!=', 'removed')]))
}

/** Adds an endpoint, and gives its secret, which is shown this once. Undefined if the merchant has as many as it may. */
export async function addEndpoint(
  db: Database,
  seal: SecretSeal,
  merchantId: string,
  { url, events, customerData, active }: EndpointInput,
  at: number,
): Promise<{ endpoint: Endpoint; secret: string } | undefined> {
  if ((await listEndpoints(db, merchantId)).length >= maxEndpoints) return undefined
  const [id, secret] = [newId(), newWebhookSecret()]
  const endpoint = await db
    .insertInto('webhook_endpoints')
    .values({
      ...{ id, merchant_id: merchantId, url, events: JSON.stringify(events), customer_data: customerData ? 1 : 0 },
      ...{ secret: seal.close(secret, id), old_secret: null, old_secret_until: null, created_at: at },
      ...{ failing_since: null, failures: 0, blocked_until: null, notice_due_at: null },
      ...(active ? { off_at: null, off_reason: null } : { off_at: at, off_reason: 'hand' }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  forgetListeners(db)
  return { endpoint, secret }
}

/** Changes an endpoint. What is turned on again, or leads elsewhere, starts anew. */
export async function changeEndpoint(
  db: Database,
  before: Endpoint,
  { url, events, customerData, active }: EndpointInput,
  at: number,
): Promise<Endpoint> {
  const isElsewhere = url !== before.url
  const anew = { failing_since: null, failures: 0, blocked_until: null, notice_due_at: null }
  const state: Partial<Endpoint> = active
    ? { off_at: null, off_reason: null, ...((before.off_at !== null || isElsewhere) && anew) }
    : before.off_at === null
      ? { off_at: at, off_reason: 'hand', ...anew }
      : {}
  const endpoint = await db
    .updateTable('webhook_endpoints')
    .set({ url, events: JSON.stringify(events), customer_data: customerData ? 1 : 0, ...state })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (active && isElsewhere)
    await db
      .updateTable('webhook_messages')
      .set({ due_at: at })
      .where('endpoint_id', '=', before.id)
      .where('status', '=', 'queued')
      .where('due_at', '>', at)
      .execute()
  forgetListeners(db)
  return endpoint
}

/** Gives an endpoint a new secret, which is shown this once. For a day messages are signed with the one before, too. */
export async function replaceSecret(
  db: Database,
  seal: SecretSeal,
  { id, secret: before }: Endpoint,
  at: number,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const secret = newWebhookSecret()
  const endpoint = await db
    .updateTable('webhook_endpoints')
    .set({ secret: seal.close(secret, id), old_secret: before, old_secret_until: at + overlapMs })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { endpoint, secret }
}

/** Removes an endpoint for everyone; its messages are deleted by the sweep, because there may be many. */
export async function removeEndpoint(db: Database, { id }: Endpoint, at: number): Promise<void> {
  const gone = { off_at: at, off_reason: 'removed', secret: '', old_secret: null, notice_due_at: null } as const
  await db.updateTable('webhook_endpoints').set(gone).where('id', '=', id).execute()
  forgetListeners(db)
}

/** Turns all endpoints off, as after a restore; returns how many were on. */
export async function turnOffEndpoints(db: Database, at: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoints')
    .set({ off_at: at, off_reason: 'hand', notice_due_at: null })
    .where('off_at', 'is', null)
    .executeTakeFirst()
  forgetListeners(db)
  return Number(numUpdatedRows)
}

/** Forgets secrets whose time is over. */
export async function forgetOldSecrets(db: Database, at: number): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ old_secret: null, old_secret_until: null })
    .where('old_secret_until', '<=', at)
    .execute()
}

/** How endpoints are, for the doctor. */
interface EndpointsState {
  total: number
  /** That are on, and whose last attempt failed. */
  failing: number
  /** Off because they failed, or wanted no more. */
  off: number
  /** Whose secret can't be read with the keys in the settings. */
  unreadable: number
  /** Whose secret isn't sealed. */
  clear: number
  /** Merchants with endpoints. */
  merchantIds: string[]
}

/** Looks at all endpoints. */
export async function inspectEndpoints(db: Database, seal: SecretSeal): Promise<EndpointsState> {
  const all = await here(db).execute()
  const count = (isMeant: (endpoint: Endpoint) => boolean) => all.filter(isMeant).length
  return {
    total: all.length,
    failing: count(({ off_at, failures }) => off_at === null && failures > 0),
    off: count(({ off_at, off_reason }) => off_at !== null && off_reason !== 'hand'),
    unreadable: count(({ secret, id }) => seal.open(secret, id) === undefined),
    clear: count(({ secret }) => secret.startsWith('whsec_')),
    merchantIds: [...new Set(all.map(({ merchant_id }) => merchant_id))],
  }
}

const maxUrlLength = 2000

/**
 * Why messages can't go to a URL; undefined if they can. Looks at every address that its name has now; each connection looks again.
 */
export async function urlProblem(
  text: string,
  allowed: AllowedHosts,
  lookup: Lookup = systemLookup as Lookup,
): Promise<string | undefined> {
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !['https:', 'http:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    return notHttps
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) === 0 ? await addressesOf(host, lookup) : [host]
  if (found.length === 0) return 'must have a host that DNS knows'
  const isListed = allowed.host(host) || found.every(ip => allowed.address(ip))
  if (url.protocol === 'http:' && !isListed) return notHttps
  return found.every(ip => mayReach(host, ip, allowed))
    ? undefined
    : 'must not lead into a private network, unless the operator allows it'
}

const notHttps = 'must be an https address without a user, such as https://shop.example.com/webhooks'

function addressesOf(host: string, lookup: Lookup): Promise<string[]> {
  return new Promise(resolve => {
    lookup(host, { all: true }, (error, found) => resolve(error ? [] : found.map(({ address }) => address)))
  })
}
