import { type BarcodeType, barcodeProblem, barcodeTypes } from '../../barcode/barcode.ts'
import type { Gtin12 } from '../../barcode/symbol/gtin.ts'
import { isEmailAddress } from '../../standards/email-address.ts'
import { byteLength } from '../../standards/host.ts'
import { limits } from '../limits.ts'
import type { Notes } from '../notes.ts'
import { isBlank, isObject } from '../tidy/clean.ts'
import { readImage } from './image.ts'

/** A tidied object; any part may still be invalid. */
type Tidied = Record<string, unknown>
/** A path and the problem there. */
export type Problem = [path: string, message: string]
type RefuseField = (path: string, message: string) => void

/**
 * Checks the rules between fields of a tidied receipt (spec, "Rules" of receipt creation). Other fields may still be invalid,
 * so nothing about them is assumed. Two rules also fix the receipt: an invalid address is removed if none is needed, and
 * `imageMimeType` is set to the image's actual type.
 */
export function applyRules(receipt: Tidied, notes: Notes, gtin12: Gtin12): Problem[] {
  const problems: Problem[] = []
  const refuse: RefuseField = (path, message) => problems.push([path, message])
  needsAddress(receipt, refuse, notes)
  if (receipt.transactionType === 'PaymentLinkTransaction' && receipt.paymentLink === undefined)
    refuse('paymentLink', 'may not be null')
  problems.push(...barcodeProblems(receipt, gtin12))
  trueImages([['', receipt], ...entriesOf(receipt, 'tenders'), ...entriesOf(receipt, 'terms')], refuse, notes)
  return problems
}

/** A digital receipt must have a valid email address (rule 3). */
function needsAddress(receipt: Tidied, refuse: RefuseField, notes: Notes): void {
  const path = 'customer.emailAddress'
  const needed = receipt.receiptType === 'DigitalOnly' || receipt.receiptType === 'DigitalAndPaper'
  const customer = isObject(receipt.customer) ? receipt.customer : {}
  const address = customer.emailAddress
  if (isBlank(address)) {
    if (needed && (receipt.customer === undefined || isObject(receipt.customer))) refuse(path, 'may not be null')
    return
  }
  if (typeof address !== 'string') return
  const trimmed = address.trim()
  if (isEmailAddress(trimmed)) {
    if (trimmed !== address) receipt.customer = { ...customer, emailAddress: trimmed }
    return
  }
  if (needed) {
    refuse(path, 'must be an e-mail address, such as name@example.com')
    return
  }
  const { emailAddress, ...rest } = customer
  receipt.customer = rest
  notes.warn(path, 'email_unusable')
}

/** Barcodes are drawn long after the till got its answer, so their texts are checked here. */
export function barcodeProblems(receipt: Tidied, gtin12: Gtin12): Problem[] {
  const holders = [['', receipt] as const, ...entriesOf(receipt, 'orders')]
  const problems: Problem[] = []
  const drawn = new Set<string>()
  const qr = { codes: 0, bytes: 0 }
  for (const [path, { barcodeNumber: text, barcodeType: type = 'Code128' }] of holders) {
    if (typeof text !== 'string' || !isBarcodeType(type) || drawn.has(`${type} ${text}`)) continue
    drawn.add(`${type} ${text}`)
    if (type === 'QRCode') {
      qr.codes++
      qr.bytes += byteLength(text)
    }
    const problem = unseen.test(text)
      ? 'must hold no direction marks or control characters'
      : (barcodeProblem(type, text, gtin12) ?? tooMany(drawn.size, type === 'QRCode' ? qr : undefined))
    if (problem !== undefined) problems.push([`${path}barcodeNumber`, problem])
  }
  return problems
}

/** Drawing is expensive and repeated on every attempt to mail a receipt. */
function tooMany(codes: number, qr: { codes: number; bytes: number } | undefined): string | undefined {
  if (codes > limits.codes) return `must be one of at most ${limits.codes} different barcodes of a receipt`
  if (qr && qr.codes > limits.qrCodes) return `must be one of at most ${limits.qrCodes} different QR codes of a receipt`
  return qr && qr.bytes > limits.qrBytes
    ? `must keep the QR codes of the receipt within ${limits.qrBytes} bytes of UTF-8 together`
    : undefined
}

/** Direction marks, noncharacters, and control characters except tab, line breaks and the GS1 separator (U+001D). */
const unseen =
  /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1c\x1e\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/u

function isBarcodeType(type: unknown): type is BarcodeType {
  return barcodeTypes.some(known => known === type)
}

function trueImages(holders: [string, Tidied][], refuse: RefuseField, notes: Notes): void {
  let count = 0
  for (const [path, { signature }] of holders) {
    if (!isObject(signature)) continue
    const { base64Image, imageMimeType } = signature
    if (imageMimeType === undefined && (base64Image === undefined || typeof base64Image === 'string'))
      notes.warn(`${path}signature.imageMimeType`, 'image_type_missing')
    if (typeof base64Image !== 'string') continue
    if (++count <= limits.images) trueImage(`${path}signature`, signature, base64Image, refuse, notes)
    else refuse(`${path}signature.base64Image`, `must be one of at most ${limits.images} images of a receipt`)
  }
}

/** An image's bytes decide its type, not its label. One that can't be shown costs no sale its receipt. */
function trueImage(path: string, signature: Tidied, base64Image: string, refuse: RefuseField, notes: Notes): void {
  const { imageMimeType } = signature
  const image = readImage(base64Image)
  if ('problem' in image) {
    if (image.isImage) notes.warn(`${path}.base64Image`, 'image_not_shown')
    else {
      if (imageMimeType === undefined) refuse(`${path}.imageMimeType`, 'may not be null')
      refuse(`${path}.base64Image`, image.problem)
    }
    return
  }
  if (imageMimeType !== undefined && typeof imageMimeType !== 'string') return
  const named = imageMimeType?.toLowerCase() === 'image/jpg' ? 'image/jpeg' : (imageMimeType ?? image.mimeType)
  if (named !== image.mimeType) notes.warn(`${path}.imageMimeType`, 'image_type_differs')
  signature.imageMimeType = image.mimeType
}

/** A list's objects, with their paths. */
function entriesOf(receipt: Tidied, list: string): [string, Tidied][] {
  const entries = receipt[list]
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry, at): [string, Tidied][] => (isObject(entry) ? [[`${list}[${at}].`, entry]] : []))
}
