import { cardDataPolicies, giftTexts, linkProblem, looks, papers } from 'counterfoil'
import { z } from 'zod'

const localeGroup = z.strictObject({
  locale: z.string().describe('Language tag of the group, such as `fr-CA`.'),
  currency: z.string().optional().describe('ISO 4217 code for receipts that name none.'),
  timeZone: z.string().optional().describe('IANA zone in which times sent in UTC are printed.'),
  requiredLanguages: z.array(z.string()).max(5).optional().describe('Languages the law asks for.'),
  bilingual: z.boolean().optional().describe('Whether a reader of another language gets both; default true.'),
})

const locales = z.strictObject({
  stores: z.record(z.string(), z.string()).optional().describe('Store id → group or language tag.'),
  territories: z.record(z.string(), z.string()).optional().describe('`CA-QC` → group or language tag.'),
  countries: z.record(z.string(), z.string()).optional().describe('`CA` → group or language tag.'),
  groups: z.record(z.string(), localeGroup).optional(),
  default: z.string().optional().describe('Group or language tag of all other stores.'),
  currency: z.string().optional().describe('Currency of receipts that name none and whose group names none.'),
  timeZone: z.string().optional().describe('IANA zone of stores whose group names none; without it UTC stays UTC.'),
})

/** What a receipt may link to, or a mailto or tel address. */
const linkAddress = z.string().superRefine((text, context) => {
  const message = linkProblem(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

const brand = z.strictObject({
  color: z.string().optional(),
  colorDark: z.string().optional(),
  logo: z
    .string()
    .max(400_000)
    .regex(/^[A-Za-z0-9+/]{4,400000}={0,2}$/, 'must be base64')
    .optional()
    .describe('PNG, JPEG or GIF, base64.'),
  logoWidth: z.number().positive().optional().describe('CSS px; at most 200.'),
  font: z.string().max(300).optional(),
  corner: z.number().min(0).max(24).optional().describe('Roundness of the card, CSS px; default 12.'),
  density: z.enum(['comfortable', 'dense']).optional().describe('Room between lines and sections.'),
  footer: z.union([z.string().max(2000), z.array(z.string().max(300)).max(20)]).optional(),
  link: z.strictObject({ text: z.string().max(200), url: linkAddress }).optional(),
})

/** A name in a mail header: one line, nothing that a header is made of. */
const senderName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\r\n<>"\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]+$/u, 'must be plain text in one line')

/** What a merchant may decide. Made once, checked whenever it is saved. */
export const merchantSettings = z
  .strictObject({
    locales: locales.optional().describe('Which store speaks which language.'),
    brand: brand.optional().describe('Goes before `brand.json` of the template folder, field by field.'),
    variant: z
      .enum(looks)
      .optional()
      .describe('The look of receipts; default that of the template folder, then `modern`.'),
    templates: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be the name of a folder within TEMPLATES_DIR')
      .optional()
      .describe(
        'Folder within TEMPLATES_DIR: its own templates and styles, `brand.json`, words in `locales/`. It is read when the merchant is saved.',
      ),
    giftText: z
      .array(z.enum(giftTexts))
      .max(giftTexts.length)
      .optional()
      .describe('The free text that gift receipts show; default that of the template folder, then none.'),
    sender: z
      .strictObject({ name: senderName.optional(), address: z.email().max(254).optional() })
      .optional()
      .describe('From whom the mails are; default: the merchant’s name and MAIL_FROM.'),
    cardData: z
      .enum(cardDataPolicies)
      .optional()
      .describe(
        'What of a card is stored: `original` (default), the request but for card numbers, security codes and tracks; `minimal`, without first six digits, expiry date and cardholder too.',
      ),
    attachPdf: z.boolean().optional().describe('Whether mails carry the receipt as PDF too; default false.'),
    marketing: z.boolean().optional().describe('Whether offers go into response and mail; default true.'),
    markCopies: z.boolean().optional().describe('Whether a receipt sent again is marked as a copy; default false.'),
    paper: z.enum(papers).optional().describe('Paper of PDFs; default `a4`.'),
    retentionDays: z.int().min(1).max(36_500).optional().describe('Days until a receipt is erased; default: never.'),
  })
  .meta({ id: 'MerchantSettings' })

export type MerchantSettings = z.infer<typeof merchantSettings>

/** A merchant's name in paths: `{merchantId}`. */
export const merchantId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
  error: 'must be 1 to 64 letters, digits, dots, hyphens or underscores',
})

/** What an administrator writes to make or change a merchant. */
export const merchantInput = z
  .strictObject({
    name: z.string().min(1).max(100),
    active: z.boolean().optional().describe('Default true. An inactive merchant gets 403.'),
    settings: merchantSettings.optional(),
  })
  .meta({ id: 'MerchantInput' })

export type MerchantInput = z.infer<typeof merchantInput>
