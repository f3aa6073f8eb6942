import { CounterfoilError } from 'counterfoil'
import type { FieldErrors } from 'counterfoil/internal'
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
import { trySettings } from '../../merchants/templates/try-settings.ts'
import { act, type Context } from '../act.ts'

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
