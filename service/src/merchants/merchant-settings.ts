import {
  attachable,
  calendars,
  cardDataPolicies,
  detailLevels,
  giftTexts,
  gtin12Meanings,
  linkProblem,
  looks,
  numberingSystems,
  papers,
} from 'counterfoil/internal'
import { z } from 'zod'
import { defined } from '../basics/maps.ts'

const localeGroup = z.strictObject({
  locale: z.string().describe('The group’s language tag, such as `fr-CA`.'),
  currency: z.string().optional().describe('ISO 4217 code for receipts without a currency.'),
  timeZone: z.string().optional().describe('IANA time zone for printing times sent in UTC.'),
  requiredLanguages: z.array(z.string()).max(5).optional().describe('Languages required by law.'),
  calendar: z
    .enum(calendars)
    .optional()
    .describe('Calendar of dates for readers of the group’s language; default `gregory`, in Persian `persian`.'),
  numberingSystem: z
    .enum(numberingSystems)
    .optional()
    .describe('Digits of amounts and dates for readers of the group’s language; default `latn`, in Persian `arabext`.'),
  bilingual: z.boolean().optional().describe('Whether readers of another language get both languages; default true.'),
})

const locales = z.strictObject({
  stores: z.record(z.string(), z.string()).optional().describe('Store id → group or language tag.'),
  territories: z.record(z.string(), z.string()).optional().describe('`CA-QC` → group or language tag.'),
  countries: z.record(z.string(), z.string()).optional().describe('`CA` → group or language tag.'),
  groups: z.record(z.string(), localeGroup).optional().describe('The groups, by name.'),
  default: z.string().optional().describe('Group or language tag for all other stores.'),
  currency: z.string().optional().describe('Currency if neither receipt nor group has one.'),
  timeZone: z
    .string()
    .optional()
    .describe('IANA time zone for stores whose group has none; without it, UTC stays UTC.'),
})

/** A URL that receipts may link to, including mailto and tel. */
const linkAddress = z.string().superRefine((text, context) => {
  const message = linkProblem(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** An image as base64. */
const picture = z
  .string()
  .max(400_000)
  .regex(/^[A-Za-z0-9+/]{4,400000}={0,2}$/, 'must be base64')

const brand = z.strictObject({
  color: z.string().optional().describe('`#rrggbb`: the mark and buttons.'),
  colorDark: z.string().optional().describe('The same in dark mode; default: a lighter shade.'),
  logo: picture.optional().describe('PNG, JPEG or GIF, base64.'),
  logoDark: picture.optional().describe('The logo for dark mode; without it, a dark logo stands on a light plate.'),
  logoStandsAlone: z.boolean().optional().describe("The logo says the store's name, which isn't printed beside it."),
  logoWidth: z.number().min(1).max(2000).optional().describe('CSS px; at most 200.'),
  font: z.string().max(300).optional().describe('Font stack of mails, as in CSS.'),
  corner: z.number().min(0).max(24).optional().describe('Corner radius of the card, CSS px; default 12.'),
  density: z.enum(['comfortable', 'dense']).optional().describe('Spacing between lines and sections.'),
  footer: z
    .union([z.string().max(2000), z.array(z.string().max(300)).max(20)])
    .optional()
    .describe('Lines at the foot of the receipt.'),
  link: z
    .strictObject({
      text: z.string().max(200).describe('The link’s words.'),
      url: linkAddress.describe('Where it leads: http, https, mailto or tel.'),
    })
    .optional()
    .describe('A link at the foot of the receipt.'),
})

/** An address with placeholders, which the engine checks. */
const linkTemplate = z.string().max(500)

const links = z.strictObject({
  page: linkTemplate.optional().describe('The receipt in a browser: an https address.'),
  pdf: linkTemplate.optional().describe('The receipt as a PDF.'),
  calendar: linkTemplate.optional().describe('A calendar file of the pickup or delivery.'),
  returns: linkTemplate.optional().describe('Where a return begins.'),
  map: linkTemplate.optional().describe('The store on a map, such as `https://maps.example.com/?q={storeAddress}`.'),
  call: z.boolean().optional().describe('Whether to link the store’s phone number; default false.'),
})

const pictures = z.strictObject({
  field: z
    .string()
    .max(100)
    .optional()
    .describe('The item’s field with the address of its picture, such as `imageUrl`.'),
  catalog: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      'The pictures of the catalog, by number: an address such as `https://cdn.example.com/{sku}.jpg`, or with `{upc}`.',
    ),
})

/** What else it must be is `senderNameProblem`'s. */
const senderName = z.string().min(1).max(100)

/** An address, or a domain after an at sign. */
const testAddress = z.union([z.email().max(254), z.string().regex(/^@[\w-]+(\.[\w-]+)+$/)], {
  error: 'must be an address or, for all of a domain, @example.com',
})

/** A merchant's settings, validated whenever they are saved. */
export const merchantSettings = z
  .strictObject({
    locales: locales.optional().describe('Which stores use which language.'),
    brand: brand.optional().describe('Overrides the template folder’s `brand.json`, field by field.'),
    variant: z
      .enum(looks)
      .optional()
      .describe('The look of receipts; default: the template folder’s, or else `modern`.'),
    templates: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be the name of a folder in TEMPLATES_DIR')
      .optional()
      .describe(
        'A folder in TEMPLATES_DIR with templates, styles, `brand.json`, and wording in `locales/`. Read when the merchant is saved.',
      ),
    giftText: z
      .array(z.enum(giftTexts))
      .max(giftTexts.length)
      .optional()
      .describe('Free text shown on gift receipts; default: the template folder’s, or else none.'),
    links: links
      .optional()
      .describe(
        'Buttons and links on receipts: https addresses, with `{transactionNumber}`, `{storeId}`, `{storeName}` or `{storeAddress}` to fill in.',
      ),
    details: z
      .enum(detailLevels)
      .optional()
      .describe(
        'How much the details at a mail’s end say. `some` (default); `all` adds terminal codes, reason codes and the reader’s own address, which paper and text say anyway.',
      ),
    structuredData: z
      .boolean()
      .optional()
      .describe('Whether mails have schema.org data for mail clients; default false.'),
    attachData: z
      .union([z.boolean(), z.enum(attachable)])
      .optional()
      .describe(
        'What PDFs have of the receipt’s data, masked, as an attached file; never gift receipts. `receipt` (or `true`): `receipt.json`, in the interface’s names; `ekabs`, `poslog`: in these formats. Default false.',
      ),
    pictures: pictures.optional().describe('Where pictures of items are; without it, none are shown.'),
    gtin12: z
      .enum(gtin12Meanings)
      .optional()
      .describe(
        'What a barcode of type GTIN with twelve digits is. `padded` (default): a number that the till has padded, drawn as an EAN-13 with a computed check digit. `upc-a`: a UPC-A with its check digit; any other is a 422 at `barcodeNumber`. Receipts keep the meaning that they were accepted with.',
      ),
    sender: z
      .strictObject({
        name: senderName.optional().describe('The name that inboxes show.'),
        address: z.email().max(254).optional().describe('The address of the sender.'),
      })
      .optional()
      .describe('Sender of the mails; default: the merchant’s name and MAIL_FROM.'),
    cardData: z
      .enum(cardDataPolicies)
      .optional()
      .describe(
        'Card data to store. `original` (default): the request with masked card numbers, without security codes and track data. `minimal`: also without first six digits, expiry date and cardholder.',
      ),
    attachPdf: z.boolean().optional().describe('Whether to attach the receipt as PDF to mails; default false.'),
    marketing: z.boolean().optional().describe('Whether to include offers in responses and mails; default true.'),
    markCopies: z.boolean().optional().describe('Whether to mark resent receipts as copies; default false.'),
    mode: z
      .enum(['live', 'test'])
      .optional()
      .describe(
        'Default `live`. `test`: receipts are marked as tests, mails go to `testAddresses` only, and a key gets 120 requests a minute.',
      ),
    testAddresses: z
      .array(testAddress)
      .max(100)
      .optional()
      .describe(
        'Addresses (`ada@example.com`) and domains (`@example.com`) that a merchant in test mode mails to; default: none.',
      ),
    contactEmail: z
      .email()
      .max(254)
      .optional()
      .describe('Whom the service writes to about itself, such as a webhook that was turned off; default: nobody.'),
    paper: z.enum(papers).optional().describe('Paper for PDFs; default `a4`.'),
    retentionDays: z.int().min(1).max(36_500).optional().describe('Days until a receipt is erased; default: never.'),
  })
  .meta({ id: 'MerchantSettings' })

/** What a merchant can set: brand, sender, languages, links. */
export type MerchantSettings = z.infer<typeof merchantSettings>

/** A merchant's id in paths: `{merchantId}`. */
export const merchantId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
  error: 'must be 1 to 64 letters, digits, dots, hyphens or underscores',
})

/** The body of the requests that make and change a merchant. */
export const merchantInput = z
  .strictObject({
    name: z.string().min(1).max(100).describe('The name that mails are from, unless settings say another.'),
    active: z.boolean().optional().describe('Default true. Inactive merchants get a 403.'),
    settings: merchantSettings.optional(),
  })
  .meta({ id: 'MerchantInput' })

/** A merchant to be, checked. */
export type MerchantInput = z.infer<typeof merchantInput>

/** The zone of days that aren't a store's own: the merchant's, or else that of its first group of stores. */
export function zoneOf({ locales = {} }: Pick<MerchantSettings, 'locales'>): string {
  const ofGroups = Object.values(locales.groups ?? {}).flatMap(({ timeZone }) => timeZone ?? [])
  return locales.timeZone ?? ofGroups[0] ?? 'UTC'
}

/**
 * A shop's settings, with what only the service's operator changes as it was: a template folder may be another merchant's, and a
 * sender's address speaks for a domain.
 */
export function keepOperatorsOwn(sent: MerchantSettings, before: MerchantSettings): MerchantSettings {
  const { templates: _templates, cardData: _cardData, pictures: _pictures, sender, ...own } = sent
  const { templates, cardData, pictures } = before
  const kept = defined({ name: sender?.name, address: before.sender?.address })
  const hasSender = Object.keys(kept).length > 0
  return { ...own, ...defined({ templates, cardData, pictures, sender: hasSender ? kept : undefined }) }
}
