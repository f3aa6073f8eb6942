import { auditReceipt, type ReceiptData, type Warning } from 'counterfoil'
import { type FieldErrors, offerContentTypes, readStored } from 'counterfoil/internal'
import { z } from 'zod'
import { TooCostlyError } from '../../basics/errors/errors.ts'
import type { Metrics } from '../../basics/monitoring/metrics.ts'
import { reaches } from '../../basics/reach.ts'
import { largeReceipt } from '../../merchants/documents.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import { mailDomainOf } from '../../merchants/merchants.ts'
import { partsOf, runningOffers } from '../../merchants/offers.ts'
import type { TakenReceipt } from '../../receipts/accept.ts'
import type { ReadAnswer, ReadRequest } from '../../receipts/jobs.ts'
import { noteRefusal } from '../../receipts/problems.ts'
import { isSameSale } from '../../receipts/receipts.ts'
import { errors, type HttpError, tooCostly } from '../errors.ts'
import { type Answer, type ApiContext, type Call, fillPath, type Operation, receiptsPath } from '../operation.ts'

const receiptResponse = z
  .object({
    customerEmailAddress: z.string().nullable().describe('Address the receipt is emailed to; null if it isn’t.'),
    receiptId: z.string().describe('The receipt’s id in all other operations.'),
    offers: z
      .array(
        z.object({
          offerContentType: z
            .enum(offerContentTypes)
            .optional()
            .describe('How to read `content`; default `text/plain`.'),
          content: z.string().describe('Base64 for `image/*`, text for `text/*`.'),
          imageWidth: z.number().optional().describe('CSS px; images only.'),
        }),
      )
      .describe('Offers of the merchant for this store, to show or print.'),
  })
  .meta({ id: 'ReceiptResponse' })

/** Tells a till that the receipt's mail won't be sent. */
const suppressedHeader = 'counterfoil-suppressed'

/** Tells a till whether its own sale had arrived. */
const sameHeader = 'counterfoil-same-sale'

/** What an answer says besides, of a receipt that is accepted and of one that was before. */
const noticed = {
  'Counterfoil-Warnings':
    'How many warnings there are, `0` if none: what `counterfoil check` says of the receipt, and the console lists; and one if its address is suppressed.',
  'Counterfoil-Suppressed':
    'Only if the mail won’t be sent, because the merchant doesn’t write to the address: an earlier mail came back because nobody has it (`bounce`), the person called one spam (`complaint`), or the merchant said so (`hand`). Ask for another address, or print the receipt.',
}

/** Create and email a receipt. A rejected request doesn't use up its requestId. */
export function createReceipt(context: ApiContext): Operation {
  const { create } = context.schedulers
  const countWarnings = createWarningCounts(context.metrics.receiptWarnings)
  return {
    id: 'createReceipt',
    method: 'POST',
    path: receiptsPath,
    tag: 'Receipts',
    summary: 'Create and email a receipt',
    description:
      '200 means the receipt is on disk and queued for delivery. ' +
      'A `requestId` that was accepted before gets a 409 with the first receipt as its `Location`. ' +
      'Every answer to a valid key has a `Counterfoil-Mode` header, `live` or `test`: whether mails reach customers.',
    security: 'merchant',
    keyScope: 'create',
    stores: 'some',
    requestHeaders: {
      'Accept-Language': 'The receipt’s language, such as `fr_CA`; overrides the store’s.',
    },
    body: { $ref: '#/components/schemas/ReceiptData' },
    mayWait: true,
    outcomes: {
      200: {
        description: 'Accepted and, for a digital receipt, queued for delivery',
        schema: receiptResponse,
        headers: noticed,
      },
      409: {
        description: 'The requestId was used before',
        headers: {
          ...noticed,
          Location: 'The receipt that used it.',
          'Counterfoil-Same-Sale':
            'Whether it is of this sale, `yes` or `no`, by number, type, date, amount, workstation and store; absent if it was erased.',
        },
      },
    },

    admit: create.admit,
    async handle(call) {
      const { merchant, body, signal } = call
      const work = { merchantId: merchant.id, bytes: body.length, signal }
      // What a large one costs nobody else pays, not even with a place among those that are read here.
      const large = body.length > largeReceipt ? await readApart(context, call) : undefined
      const run = async () => accept(context, call, large ?? (await readHere(context, call)), countWarnings)
      return create.take({ ...work, run })
    },
  }
}

/** A receipt that was read. */
interface Read {
  workstation: ReceiptData['workstation']
  taken: TakenReceipt
  warnings(): readonly Warning[]
}

async function readHere(context: ApiContext, call: Call): Promise<Read> {
  const { body, headers, merchant } = call
  const reading = { gtin12: merchant.settings.gtin12, receivedAt: context.now() }
  const { receipt, masked, errors: fields } = readStored(body, merchant.settings.cardData, reading)
  if (!receipt || masked === undefined) throw refused(context, call, fields)
  const locale = await context.engines.use(merchant, engine =>
    engine.locale(receipt, { acceptLanguage: headers['accept-language'] ?? null }),
  )
  return {
    workstation: receipt.workstation,
    taken: { receipt, apiRequest: masked, locale },
    // A hundredth of a create; later, the receipt would have to be read again, which costs ten times as much.
    warnings: () => auditReceipt(receipt, merchant.settings),
  }
}

/** Reads a large receipt in the thread apart, when its merchant's turn has come there. */
async function readApart(context: ApiContext, call: Call): Promise<Read> {
  const { thread, engines, searchKey, now } = context
  const { body, headers, merchant, signal } = call
  const { id, version, settings } = merchant
  const input: ReadRequest = {
    ...{ body, merchant: { id, version, settings }, opening: await engines.openingOf(merchant), searchKey },
    ...{ acceptLanguage: headers['accept-language'] ?? null, receivedAt: now() },
  }
  const job = { merchantId: id, bytes: body.length, signal, name: 'readLarge', input }
  const answer = (await thread.run(job).catch(error => {
    throw error instanceof TooCostlyError ? refused(context, call, tooCostly) : error
  })) as ReadAnswer
  if ('errors' in answer) throw refused(context, call, answer.errors)
  const { draft, workstation, warnings } = answer
  return { workstation, taken: { draft }, warnings: () => warnings }
}

/** Counts a refused receipt. */
function refused(context: ApiContext, { body, merchant }: Call, fields: FieldErrors): HttpError {
  context.metrics.receipts.inc({ result: 'invalid' })
  context.events.refused({ merchantId: merchant.id, timeZone: zoneOf(merchant.settings) }, fields)
  noteRefusal(context, merchant.id, fields, body)
  return errors.invalid(fields)
}

async function accept(
  context: ApiContext,
  call: Call,
  read: Read,
  countWarnings: ReturnType<typeof createWarningCounts>,
): Promise<Answer> {
  const { merchant, reach } = call
  const { db, metrics, now, mailFrom } = context
  if (!reaches(reach, read.workstation.store.id)) throw errors.otherStore()
  const shown =
    merchant.settings.marketing === false ? [] : await runningOffers(db, merchant.id, read.workstation.store.id, now())
  const accepted = await context.accept({
    ...read.taken,
    merchant,
    offerIds: shown.map(({ id }) => id),
    mailDomain: mailDomainOf(merchant, mailFrom),
  })
  const warnings = read.warnings().filter(({ severity }) => severity !== 'style')
  const { suppression } = accepted
  const headers = {
    'counterfoil-warnings': String(warnings.length + (suppression ? 1 : 0)),
    ...(suppression && { [suppressedHeader]: suppression.kind }),
  }
  if ('duplicateOf' in accepted) {
    metrics.receipts.inc({ result: 'duplicate' })
    throw await duplicate(context, call, accepted.duplicateOf, headers)
  }
  metrics.receipts.inc({ result: 'accepted' })
  if (warnings.length > 0) {
    const { workstation } = read
    countWarnings(merchant.id, warnings)
    context.warnings.note({ merchantId: merchant.id, receiptId: accepted.id, workstation }, warnings)
  }
  return {
    status: 200,
    headers,
    json: {
      customerEmailAddress: accepted.emailAddress ?? null,
      receiptId: accepted.id,
      offers: shown.flatMap(partsOf),
    },
  }
}

/** The answer to a requestId that was used before, with the receipt that used it. */
async function duplicate(
  { db, address }: ApiContext,
  { merchant, body }: Call,
  receiptId: string,
  headers: Record<string, string>,
): Promise<HttpError> {
  const of = { merchantId: merchant.id, receiptId }
  const isSame = await isSameSale(db, of, body)
  return errors.duplicate(address(fillPath(`${receiptsPath}/{receiptId}`, of)), {
    ...headers,
    ...(isSame !== undefined && { [sameHeader]: isSame ? 'yes' : 'no' }),
  })
}

/** Series a process remembers: of merchant and kind. */
const maxSeries = 1000

/**
 * Counts receipts with warnings, once for each kind; those of further merchants under `other`. Not by store and till, whose names
 * are the tills' texts: those are in the database (`createWarnings`).
 */
export function createWarningCounts(
  counter: Metrics['receiptWarnings'],
): (merchant: string, warnings: readonly Warning[]) => void {
  const series = new Set<string>()

  return (merchant, warnings) => {
    for (const kind of new Set(warnings.map(({ code }) => code))) {
      const key = `${kind} ${merchant}`
      if (series.size < maxSeries) series.add(key)
      counter.inc({ merchant: series.has(key) ? merchant : 'other', kind })
    }
  }
}
