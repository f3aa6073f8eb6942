import { type Offer, offerContentTypes } from 'counterfoil/internal'
import { z } from 'zod'
import { newId } from '../basics/ids.ts'
import { createDatabaseCache } from '../database/cache.ts'
import type { Database } from '../database/database.ts'
import type { OfferTable } from '../database/merchant-tables.ts'

/** The body of the request that makes an offer. */
export const offerInput = z
  .strictObject({
    offerContentType: z.enum(offerContentTypes).optional().describe('Default `text/plain`.'),
    content: z.string().min(1).max(700_000).describe('Base64 for images, or else text.'),
    picture: z
      .string()
      .max(360_000)
      .regex(/^(?:iVBOR|\/9j\/)/, 'must be a PNG or JPEG, base64')
      .optional()
      .describe('A picture above a text: PNG or JPEG, base64, at most 256 KB.'),
    imageWidth: z.int().min(1).max(2000).optional().describe('CSS px, of the image or the picture.'),
    stores: z.array(z.string()).min(1).max(10_000).optional().describe('Store ids; default: all stores.'),
    startsAt: z.iso.datetime({ offset: true }).optional().describe('Shown from then on; default: at once.'),
    endsAt: z.iso.datetime({ offset: true }).optional().describe('Shown until then; default: for ever.'),
  })
  .meta({ id: 'OfferInput' })

/** An offer to be, checked. */
export type OfferInput = z.infer<typeof offerInput>

/** An offer with the stores and times it is shown for. `from` and `to` in milliseconds. */
interface StoredOffer {
  id: string
  offer: Offer
  /** A text's picture. */
  picture: Offer | undefined
  stores: readonly string[] | undefined
  from: number
  to: number
}

const offers = createDatabaseCache<StoredOffer[]>(1000, 1000)

/** A merchant's offers but for removed ones, oldest first. */
export function listOffers(db: Database, merchantId: string): Promise<StoredOffer[]> {
  return offers.get(db, merchantId, async () => {
    const rows = await db
      .selectFrom('offers')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(offerOf)
  })
}

/** A merchant's offers for one store at one time, oldest first. */
export async function runningOffers(
  db: Database,
  merchantId: string,
  storeId: string,
  at: number,
): Promise<StoredOffer[]> {
  const all = await listOffers(db, merchantId)
  return all.filter(({ stores, from, to }) => from <= at && at < to && (!stores || stores.includes(storeId)))
}

/** Offers by id, whether or not they still run; unknown ids are skipped. */
export async function readOffers(db: Database, ids: readonly string[]): Promise<Offer[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('offers').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map(row => [row.id, partsOf(offerOf(row))]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** An offer as receipts show it: a text's picture is above it. */
export function partsOf({ offer, picture }: Pick<StoredOffer, 'offer' | 'picture'>): Offer[] {
  return picture ? [picture, offer] : [offer]
}

/** Adds an offer to a merchant's. */
export async function addOffer(
  db: Database,
  merchantId: string,
  { offerContentType = 'text/plain', content, picture, imageWidth, stores, startsAt, endsAt }: OfferInput,
  at: number,
): Promise<StoredOffer> {
  const row = {
    id: newId(),
    merchant_id: merchantId,
    content_type: offerContentType,
    content,
    image_width: imageWidth ?? null,
    picture: picture ?? null,
    stores: stores ? JSON.stringify(stores) : null,
    starts_at: startsAt ? Date.parse(startsAt) : null,
    ends_at: endsAt ? Date.parse(endsAt) : null,
    created_at: at,
    removed_at: null,
  }
  await db.insertInto('offers').values(row).execute()
  offers.forget(db, merchantId)
  return offerOf(row)
}

/** Removes an offer; receipts sent with it keep it. False if there was no such offer. */
export async function removeOffer(db: Database, merchantId: string, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('offers')
    .set({ removed_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  offers.forget(db, merchantId)
  return numUpdatedRows > 0n
}

/** Whether an offer is a picture; default, it is a text. */
export function isImage(offerContentType = 'text/plain'): boolean {
  return offerContentType.startsWith('image/')
}

/** An offer as it was given, with its id: times are ISO 8601, UTC, and absent if it has none. */
export function shownOffer({ id, offer, picture, stores, from, to }: StoredOffer): OfferInput & { id: string } {
  return {
    id,
    ...offer,
    ...(picture && { picture: picture.content }),
    ...(picture?.imageWidth !== undefined && { imageWidth: picture.imageWidth }),
    ...(stores && { stores: [...stores] }),
    ...(Number.isFinite(from) && { startsAt: new Date(from).toISOString() }),
    ...(Number.isFinite(to) && { endsAt: new Date(to).toISOString() }),
  }
}

function offerOf(row: OfferTable): StoredOffer {
  return {
    id: row.id,
    offer: {
      offerContentType: row.content_type as (typeof offerContentTypes)[number],
      content: row.content,
      // Older versions took a width for texts, too.
      ...(row.image_width !== null && isImage(row.content_type) && { imageWidth: row.image_width }),
    },
    picture: row.picture === null ? undefined : pictureOf(row.picture, row.image_width ?? undefined),
    stores: row.stores === null ? undefined : (JSON.parse(row.stores) as string[]),
    from: row.starts_at ?? Number.NEGATIVE_INFINITY,
    to: row.ends_at ?? Number.POSITIVE_INFINITY,
  }
}

/** A text's picture, as an offer of its own. @param content base64 of a PNG or JPEG */
export function pictureOf(content: string, imageWidth: number | undefined): Offer {
  const offerContentType = content.startsWith('iVBOR') ? 'image/png' : 'image/jpg'
  return { offerContentType, content, ...(imageWidth !== undefined && { imageWidth }) }
}
