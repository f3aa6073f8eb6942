/**
 * How much one receipt may hold. A real receipt stays far below each of these; what goes beyond is a fault or an attack,
 * and is refused with the limit in the message.
 */
export const limits = {
  /** UTF-8 bytes of the whole receipt as JSON text; for a value that is already parsed, UTF-16 units of all its strings and keys. */
  input: 1024 * 1024,
  /** Objects and lists inside each other. */
  depth: 32,
  /** Line items in `items`, `returns[].items` and `orders[].items` together. */
  items: 2_000,
  /** Entries of all lists together. */
  entries: 5_000,
  /** Orders; each may have four phone numbers, which take the most time of all that is written. */
  orders: 100,
  /** Entries of `tenders` and all `tenderHistory` together. */
  tenders: 500,
  /** Line breaks of all texts together, written either way. */
  lineBreaks: 20_000,
  /** Barcodes that differ; those of equal text are drawn once. */
  codes: 50,
  /** QR codes among them, which take ten times as long to draw as bars. */
  qrCodes: 20,
  /** UTF-8 bytes of these QR codes together. */
  qrBytes: 1_500,
  /** UTF-16 units of a text. */
  text: 4_000,
  /** UTF-16 units of a text of several lines, such as `header` or `rawPosReceipt`. */
  lines: 32_000,
  /** Keys of a map, such as `supportingDocuments`. */
  keys: 50,
  /** UTF-16 units of a map's key. */
  key: 100,
  /** An amount lies between this and its negative, neither included: beyond it cents are no longer exact. */
  amount: 1e15,
  /** Bytes of an image, decoded. */
  imageBytes: 256 * 1024,
  /** Images of all signatures together. */
  images: 50,
  /** Pixels along one edge of an image. */
  imageEdge: 2_000,
  /** Pixels of an image. */
  imagePixels: 4_000_000,
  /** Fields outside the interface that are kept under `extra`. */
  extra: 200,
  /** Wrong fields that are named at once. */
  errors: 1_000,
  /** Warnings of one receipt; one more says that there were others. */
  warnings: 500,
} as const
