/**
 * Limits for one receipt. Real receipts stay far below them; anything above is a bug or an attack, and is rejected with the
 * limit in the message.
 */
export const limits = {
  /** UTF-8 bytes of the receipt's JSON text, or UTF-16 units of all strings and keys of a parsed value. */
  input: 1024 * 1024,
  /** Nesting depth of objects and lists. */
  depth: 32,
  /** Line items in `items`, `returns[].items` and `orders[].items`, in total. */
  items: 2_000,
  /** Entries of all lists and maps (`supportingDocuments`, `additionalAttributes`), in total. */
  entries: 5_000,
  /** Orders. Each may have four phone numbers, the slowest values to format. */
  orders: 100,
  /** Entries of `tenders` and every `tenderHistory`, in total. */
  tenders: 500,
  /** Line breaks in all texts, real or escaped, in total. */
  lineBreaks: 20_000,
  /** Different barcodes; equal ones are drawn once. */
  codes: 50,
  /** QR codes among them, which take ten times as long to draw as linear barcodes. */
  qrCodes: 20,
  /** UTF-8 bytes of these QR codes, in total. */
  qrBytes: 1_500,
  /** UTF-16 units of a text. */
  text: 4_000,
  /** UTF-16 units of a multi-line text, such as `header` or `rawPosReceipt`. */
  lines: 32_000,
  /** UTF-16 units of a key in a path, which is cut there. */
  key: 100,
  /** Exclusive bound of an amount's absolute value: above it cents are no longer exact. */
  amount: 1e15,
  /** Bytes of an image, decoded. */
  imageBytes: 256 * 1024,
  /** Signature images, in total. */
  images: 50,
  /** Pixels along one edge of an image. */
  imageEdge: 2_000,
  /** Pixels of an image. */
  imagePixels: 4_000_000,
  /** Fields kept under `extra`. */
  extra: 200,
  /** Invalid fields reported at once. */
  errors: 1_000,
  /** Warnings per receipt; one more says the list was cut. */
  warnings: 500,
} as const
