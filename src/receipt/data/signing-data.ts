import type { Reshape } from '../schema/field.ts'
import { base64, dateTime, field, type Infer, lines, mapOf, object, text, url } from '../schema/schema.ts'
import { isBlank } from '../tidy/blank.ts'

/** A link to a document: `name` is what is shown, `url` where it leads. */
export const supportingDocumentData = object('SupportingDocumentData', {
  name: field(text, 'Display text of the link.'),
  url: field(url, 'Document URL.'),
})
export type SupportingDocumentData = Infer<typeof supportingDocumentData>

export const supportingDocuments = mapOf(supportingDocumentData)
export type SupportingDocuments = Infer<typeof supportingDocuments>

/** A required text may be blank, so a blank type beside an image is one that does not name it. */
const blankType: Reshape = sent =>
  isBlank(sent.imageMimeType) && typeof sent.imageMimeType === 'string' && !isBlank(sent.base64Image)
    ? { ...sent, imageMimeType: 'image/*' }
    : sent

/** After parsing, `imageMimeType` names what the image truly is, whenever there is one. */
export const signatureData = object(
  'SignatureData',
  {
    base64Image: field(base64, 'The signature.'),
    imageMimeType: field(text, 'MIME type of the image, such as image/png.'),
    dateTime: field(dateTime, 'When it was signed.'),
    text: field(lines, 'Terms being signed.'),
  },
  blankType,
)
export type SignatureData = Infer<typeof signatureData>

export const termData = object('TermData', {
  signature: field(signatureData, 'Signature under the terms.'),
  description: field(lines, 'Terms when no signature is needed.'),
  supportingDocuments: field(supportingDocuments, 'Documents about the terms, by a key of your own.'),
})
export type TermData = Infer<typeof termData>
