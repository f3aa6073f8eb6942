import { CounterfoilError, createEngine, type ReceiptInput } from 'counterfoil'
import type { FieldErrors, Offer } from 'counterfoil/internal'
import { z } from 'zod'
import { senderNameProblem } from '../../basics/addresses.ts'
import { check, InvalidInputError } from '../../basics/errors/errors.ts'
import {
  keepOperatorsOwn,
  type MerchantInput,
  merchantId,
  merchantInput,
  merchantSettings,
} from '../../merchants/merchant-settings.ts'
import {
  ChangedMeanwhileError,
  listMerchants,
  type Merchant,
  readMerchant,
  saveMerchant,
} from '../../merchants/merchants.ts'
import {
  addOffer,
  isImage,
  listOffers,
  type OfferInput,
  offerInput,
  pictureOf,
  removeOffer,
  shownOffer,
} from '../../merchants/offers.ts'
import { trySettings } from '../../merchants/templates/try-settings.ts'
import { act, type Context, UnknownTargetError } from '../act.ts'

const merchant = z
  .object({
    id: z.string().describe('The merchant’s id in paths.'),
    name: z.string().describe('The name that mails are from, unless settings say another.'),
    active: z.boolean().describe('Inactive merchants get a 403.'),
    settings: merchantSettings,
    version: z.number().describe('Grows with every change.'),
    publishedTemplates: z
      .number()
      .optional()
      .describe('The version of its uploaded templates that is published; they go before `settings.templates`.'),
  })
  .meta({ id: 'Merchant' })

const savedMerchant = merchant
  .extend({
    warning: z.string().optional().describe('What works, but not as it should, such as a language without a font.'),
  })
  .meta({ id: 'SavedMerchant' })

/** The acts on merchants: an operator's on all of one, and a shop's on its own settings. */
export const merchantActs = {
  listMerchants: act({
    id: 'listMerchants',
    at: 'GET /merchants',
    access: { admin: 'read', command: 'merchant list' },
    summary: 'List merchants',
    outcomes: { 200: { description: 'All merchants', schema: z.array(merchant) } },
    run: ({ db }) => listMerchants(db),
  }),

  getMerchant: act({
    id: 'getMerchant',
    at: 'GET /merchants/{merchantId}',
    access: { admin: 'read', command: 'merchant show <merchant>' },
    summary: 'Get a merchant',
    outcomes: { 200: { description: 'The merchant', schema: merchant } },
    run: async context => context.merchant,
  }),

  saveMerchant: act({
    id: 'saveMerchant',
    at: 'PUT /merchants/{merchantId}',
    access: {
      admin: 'settings',
      command: 'merchant save <merchant> [--name <name>] [--settings <file.json>] [--active | --inactive]',
    },
    summary: 'Create or update a merchant',
    description: 'The body replaces everything saved before. Settings that can’t work are rejected.',
    creates: true,
    input: merchantInput,
    outcomes: { 200: { description: 'The saved merchant', schema: savedMerchant } },
    async run(parts, input) {
      const { merchantId: id } = check(z.object({ merchantId }), { merchantId: parts.merchantId })
      const { saved, warning } = await save(parts, id, input)
      return { ...saved, ...(warning !== undefined && { warning }) }
    },
    audit: (_input, _context, result) => (result ? { detail: { version: result.version, active: result.active } } : {}),
    report({ log, merchantId: id }, { active, warning }) {
      log.info(`An administrator saved a merchant, ${active ? 'active' : 'inactive'}`, { merchantId: id })
      if (warning !== undefined) log.warn(warning, { merchantId: id })
    },
  }),

  readSettings: act({
    id: 'readSettings',
    at: 'GET /merchants/{merchantId}/settings',
    access: { console: 'admin' },
    summary: 'Read the settings',
    outcomes: { 200: { description: 'Name and settings' } },
    run: async ({ merchant: { name, settings }, mailFrom }) => ({ name, settings, mailFrom }),
  }),

  saveSettings: act({
    id: 'saveSettings',
    at: 'PUT /merchants/{merchantId}/settings',
    access: { console: 'admin' },
    summary: 'Save the settings',
    input: z.strictObject({ name: merchantInput.shape.name, settings: merchantSettings }),
    outcomes: { 200: { description: 'Name and settings' } },
    async run(parts, { name, settings }) {
      const { id, active, settings: before } = parts.merchant
      const input = { name, active, settings: keepOperatorsOwn(settings, before) }
      const { saved, warning } = await save(parts, id, input)
      // Fonts are the operator's matter, and the shop's people can't install any.
      if (warning !== undefined) parts.log.warn(warning, { merchantId: id })
      return { saved, mailFrom: parts.mailFrom }
    },
    answer: ({ saved: { name, settings }, mailFrom }) => ({ name, settings, mailFrom }),
    audit: (_input, _context, result) => (result ? { detail: { version: result.saved.version } } : {}),
  }),
}

interface Saved {
  saved: Merchant
  /** What works, but not as it should: for whoever runs the service. */
  warning?: string
}

/** Saves a merchant if its settings work. @throws InvalidInputError that says what doesn't */
async function save(context: Context, id: string, input: MerchantInput, tries = 3): Promise<Saved> {
  const fields = problemsOf(input)
  if (Object.keys(fields).length > 0) throw new InvalidInputError(fields)
  const publishedTemplates = (await readMerchant(context.db, id))?.publishedTemplates
  const tried = { id, settings: input.settings ?? {}, publishedTemplates }
  const { appearance, problems, warning } = await trySettings(context, tried).catch(refuseUnworkable)
  if (problems.length > 0)
    throw new InvalidInputError({ 'settings.templates': problems.map(message => ({ code: 'template', message })) })
  const saved = await saveMerchant(context, id, input, { appearance, publishedTemplates }).catch(error => {
    if (error instanceof ChangedMeanwhileError && tries > 0) return undefined
    throw error
  })
  if (!saved) return save(context, id, input, tries - 1)
  return { saved, ...(warning !== undefined && { warning }) }
}

/** What the schema lets through, because merchants that were saved by earlier versions have it. */
function problemsOf({ name, settings: { sender, links } = {} }: MerchantInput): FieldErrors {
  const found = {
    name: senderNameProblem(name),
    'settings.sender.name': sender?.name === undefined ? undefined : senderNameProblem(sender.name),
    'settings.links.page': links?.page?.match(/^http:/i) ? 'must be an https address' : undefined,
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, message]) =>
      message === undefined ? [] : [[field, [{ code: null, message }]]],
    ),
  )
}

/** @throws InvalidInputError for settings with which no engine opens */
export function refuseUnworkable(error: unknown): never {
  if (!(error instanceof CounterfoilError)) throw error
  throw new InvalidInputError({ settings: [{ code: error.code, message: error.message }] })
}

const storedOffer = offerInput.extend({ id: z.string().describe('For removing it.') }).meta({ id: 'StoredOffer' })

/** The acts on the offers that a merchant's receipts show. */
export const offerActs = {
  listOffers: act({
    id: 'listOffers',
    at: 'GET /merchants/{merchantId}/offers',
    access: { admin: 'read', console: 'manager', command: 'merchant offers <merchant>' },
    summary: 'List a merchant’s offers',
    outcomes: { 200: { description: 'All offers except removed ones', schema: z.array(storedOffer) } },
    run: async ({ db, merchant }) => (await listOffers(db, merchant.id)).map(shownOffer),
  }),

  addOffer: act({
    id: 'addOffer',
    alias: 'makeOffer',
    at: 'POST /merchants/{merchantId}/offers',
    access: { admin: 'settings', console: 'manager', command: 'merchant offer <merchant> --file <offer.json>' },
    summary: 'Add an offer',
    description: 'It is included in its stores’ responses and mails between its start and end.',
    input: offerInput,
    outcomes: { 201: { description: 'The offer', schema: storedOffer } },
    async run({ db, now, merchant }, offer) {
      await refuseUnshowable(offer)
      return shownOffer(await addOffer(db, merchant.id, offer, now()))
    },
    audit: (_offer, _context, result) => ({ target: result?.id }),
    report: ({ log, merchantId }, { id }) => log.info('An administrator added an offer', { merchantId, offerId: id }),
  }),

  removeOffer: act({
    id: 'removeOffer',
    alias: 'dropOffer',
    at: 'DELETE /merchants/{merchantId}/offers/{offerId}',
    access: { admin: 'settings', console: 'manager', command: 'merchant remove-offer <merchant> <offerId>' },
    summary: 'Remove an offer',
    description: 'Receipts sent with it keep it.',
    outcomes: {
      204: { description: 'The offer is removed' },
      404: { description: 'The merchant has no such offer' },
    },
    async run({ db, now, merchant, target }) {
      if (!(await removeOffer(db, merchant.id, target, now())))
        throw new UnknownTargetError(`The merchant has no active offer "${target}".`)
    },
    report: ({ log, merchantId, target }) =>
      log.info('An administrator removed an offer', { merchantId, offerId: target }),
  }),
}

/** @throws InvalidInputError that says why no receipt could show the offer */
async function refuseUnshowable({ offerContentType, content, picture, imageWidth }: OfferInput): Promise<void> {
  const isPicture = isImage(offerContentType)
  if (picture !== undefined && isPicture) throw refusedOffer('picture', 'must be left out, except for a text')
  if (imageWidth !== undefined && !isPicture && picture === undefined)
    throw refusedOffer('imageWidth', 'must be left out, except for an image')
  const width = isPicture && imageWidth !== undefined ? { imageWidth } : {}
  const text: Offer = { content, ...(offerContentType && { offerContentType }), ...width }
  try {
    const engine = await createEngine()
    engine.view(sample, { offers: picture === undefined ? [text] : [text, pictureOf(picture, imageWidth)] })
  } catch (error) {
    if (!(error instanceof CounterfoilError)) throw error
    const [place = '', at] = /^offers\[(\d)\]\.\w+: /.exec(error.message) ?? []
    throw refusedOffer(at === '1' ? 'picture' : 'content', error.message.slice(place.length), error.code)
  }
}

function refusedOffer(field: string, message: string, code: string | null = null): InvalidInputError {
  return new InvalidInputError({ [field]: [{ code, message }] })
}

/** A minimal receipt to test offers with. */
const sample: ReceiptInput = {
  workstation: { id: '1', store: { id: '1', name: 'Sample', address: {} } },
  receiptType: 'PaperOnly',
  transactionType: 'SaleTransaction',
  transactionNumber: '1',
  grandAmount: 0,
}
