import type { Reshape } from '../schema/field.ts'
import { base64, dateTime, field, type Infer, lines, mapOf, object, text, url } from '../schema/schema.ts'
import { isBlank } from '../tidy/blank.ts'

/** A link to a document. */
export const supportingDocumentData = object('SupportingDocumentData', {
  name: field(text, 'Link text.'),
  url: field(url, 'URL of the document.'),
})
export type SupportingDocumentData = Infer<typeof supportingDocumentData>

export const supportingDocuments = mapOf(supportingDocumentData)

/** Tills may send a required text blank, so a blank type next to an image means the type is unknown. */
const blankType: Reshape = sent =>
  isBlank(sent.imageMimeType) && typeof sent.imageMimeType === 'string' && !isBlank(sent.base64Image)
    ? { ...sent, imageMimeType: 'image/*' }
    : sent

/** After parsing, `imageMimeType` is the actual type of the image, if there is one. */
export const signatureData = object(
  'SignatureData',
  {
    base64Image: field(base64, 'Signature image.'),
    imageMimeType: field(text, 'MIME type of the image, such as image/png. Required with an image.'),
    dateTime: field(dateTime, 'Date and time of signing.'),
    text: field(lines, 'Terms being signed.'),
  },
  blankType,
  { rules: { dependentRequired: { base64Image: ['imageMimeType'] } } },
)
export type SignatureData = Infer<typeof signatureData>

export const termData = object('TermData', {
  signature: field(signatureData, 'Signature accepting the terms.'),
  description: field(lines, 'Text of the terms, if no signature is needed.'),
  supportingDocuments: field(supportingDocuments, 'Documents about the terms, under keys you choose.'),
})
export type TermData = Infer<typeof termData>
