import { isBlank } from './blank.ts'
import type { Reshape } from './field.ts'
import { base64, dateTime, type Infer, lines, mapOf, object, text, url } from './schema.ts'

/** A link to a document: `name` is what is shown, `url` where it leads. */
export const supportingDocumentData = object('SupportingDocumentData', { name: text, url: url })
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
  { base64Image: base64, imageMimeType: text, dateTime: dateTime, text: lines },
  blankType,
)
export type SignatureData = Infer<typeof signatureData>

export const termData = object('TermData', { signature: signatureData, description: lines, supportingDocuments })
export type TermData = Infer<typeof termData>
