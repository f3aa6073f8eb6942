import { base64, dateText, field, type Infer, lines, mapOf, object, text, url } from '../schema/schema.ts'

/** A link to a document. */
const supportingDocumentData = object('SupportingDocumentData', {
  name: field(text, 'Link text.'),
  url: field(url, 'URL of the document.'),
})

/** Documents under keys that the till chooses. */
export const supportingDocuments = mapOf(supportingDocumentData)

const signatureFields = {
  base64Image: field(base64, 'Signature image.'),
  imageMimeType: field(
    text,
    'MIME type of the image, such as image/png. Required with an image, unless its bytes say what it is; they decide in any case.',
  ),
  dateTime: field(dateText, 'Date and time of signing.'),
  text: field(lines, 'Terms being signed.'),
}
const rules = { dependentRequired: { base64Image: ['imageMimeType'] } }

/** After parsing, `imageMimeType` is the actual type of the image, if there is one. */
export const signatureData = object('SignatureData', signatureFields, undefined, { rules })

/** What a customer signed, and the signature's image. */
export type SignatureData = Infer<typeof signatureData>

/** Terms that a customer accepts (spec, "TermData"). */
export const termData = object('TermData', {
  signature: field(signatureData, 'Signature accepting the terms.'),
  description: field(lines, 'Text of the terms, if no signature is needed.'),
  supportingDocuments: field(supportingDocuments, 'Documents about the terms, under keys you choose.'),
})

/** Terms with a signature, or without. */
export type TermData = Infer<typeof termData>
