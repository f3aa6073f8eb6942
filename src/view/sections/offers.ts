import { OfferError } from '../../errors.ts'
import { aNumber } from '../../options/check-options.ts'
import { readImage } from '../../receipt/check/image.ts'
import { linkProblem } from '../../standards/url.ts'
import { type SanitizeHtml, sanitizer } from '../load-sanitizer.ts'
import { note, type ViewContext } from '../presenting.ts'
import type { OffersView, OfferView } from '../receipt-view.ts'
import { structured } from './offer-structure.ts'

/** The content types of offers (spec, "ReceiptResponse"). */
export const offerContentTypes = [
  'image/png',
  'image/bmp',
  'image/jpg',
  'image/gif',
  'text/html',
  'text/plain',
] as const

/** An offer as the interface declares it. `content` is base64 for images, text otherwise; `imageWidth` in CSS px. */
export interface Offer {
  offerContentType?: (typeof offerContentTypes)[number] | undefined
  content: string
  imageWidth?: number | undefined
}

const someWidth = aNumber(1, 10_000, 'of px')

/** Widest offer image, in CSS px: the email's column. */
const widest = 536

/** The store's offers: images checked by their bytes, HTML sanitized, text as text. @throws OfferError */
export function presentOffers(p: ViewContext, offers: readonly Offer[] | undefined): OffersView | undefined {
  if (!offers?.length) return undefined
  return {
    title: p.t('offers.title'),
    offers: offers.map((offer, index) => presentOffer(p, offer, `offers[${index}]`)),
  }
}

function presentOffer(p: ViewContext, offer: Offer, path: string): OfferView {
  const type = offer.offerContentType ?? 'text/plain'
  if (!offerContentTypes.includes(type)) {
    throw new OfferError(`${path}.offerContentType: must be one of ${offerContentTypes.join(', ')}`)
  }
  if (typeof offer.content !== 'string') throw new OfferError(`${path}.content: may not be null`)
  if (type === 'text/plain') return { ...textOf(note(clean(offer.content), p.isolate)) }
  if (type === 'text/html') {
    const html = sanitizeHtml(clean(offer.content))
    const text = note(htmlLines(html).join('\n'), p.isolate)
    return { html, ...(text && { htmlText: text }) }
  }
  return presentPicture(p, offer, type, path)
}

function presentPicture(p: ViewContext, offer: Offer, type: string, path: string): OfferView {
  const picture = readImage(offer.content)
  if ('problem' in picture) throw new OfferError(`${path}.content: ${picture.problem}`)
  const declared = type === 'image/jpg' ? 'image/jpeg' : type
  if (picture.mimeType !== declared) {
    throw new OfferError(
      `${path}.content: is ${picture.mimeType}, but offerContentType says ${type}; send the type the image has`,
    )
  }
  const imageWidth = offer.imageWidth ?? picture.width
  if (!someWidth.is(imageWidth)) throw new OfferError(`${path}.imageWidth: ${someWidth.must}`)
  const width = Math.min(imageWidth, widest)
  const height = Math.max(1, Math.round((picture.height * width) / picture.width))
  const { mimeType, bytes } = picture
  return {
    image: p.keep({ kind: 'picture', role: 'offer', mimeType, bytes, width, height }),
    alt: p.t('offers.alt', { store: p.receipt.workstation.store.name }),
  }
}

function textOf(text: ReturnType<typeof note>): OfferView {
  return text ? { text } : {}
}

/** Removes control characters, noncharacters and direction overrides. */
function clean(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Noncharacter_Code_Point}]/gu,
    '',
  )
}

/** What an offer's HTML may contain: text with simple structure and links. No images, styles, classes, forms or scripts. */
const allowed: SanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'b',
    'i',
    'em',
    'strong',
    'u',
    's',
    'small',
    'ul',
    'ol',
    'li',
    'a',
    'span',
    'h1',
    'h2',
    'h3',
    'hr',
    'blockquote',
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { a: linkWithinRules },
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
}

/** A link that a receipt can't have (relative, or with a password) loses its URL but keeps its text. */
function linkWithinRules(tagName: string, { href }: SanitizeHtml.Attributes): SanitizeHtml.Tag {
  return { tagName, attribs: href === undefined || linkProblem(href) !== undefined ? {} : { href } }
}

/** Reduces HTML to harmless structural markup, in order. */
function sanitizeHtml(html: string): string {
  return structured(sanitizer()(html, allowed))
}

/** The text of sanitized HTML, one line per block. */
function htmlLines(html: string): string[] {
  return html
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/g, '$2 ($1)')
    .replace(/<(?:br|hr)[^>]*>|<\/(?:p|li|h[1-6]|ul|ol|blockquote)>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof entities) => entities[name])
    .split('\n')
    .map(line => line.trim())
    .filter((line, index, all) => line !== '' || (index > 0 && all[index - 1] !== ''))
}

const entities = { lt: '<', gt: '>', quot: '"', amp: '&' }
