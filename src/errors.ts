/**
 * All errors that this package throws on purpose. Each says what is wrong, where, and what to do. `code` is stable, for
 * programs; `message` is for people.
 */
export type ErrorCode =
  | 'node'
  | 'bundle'
  | 'receipt_data'
  | 'order'
  | 'barcode'
  | 'locale'
  | 'offer'
  | 'template'
  | 'print'
  | 'browser'
  | 'option'

/** Base class of Counterfoil's errors. */
export class CounterfoilError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** One problem with one field, in the interface's words (spec, "ErrorResponse"). */
export interface FieldError {
  code: string | null
  message: string
}

/** Field path, such as `orders[0].items[1].name`, to its problems. */
export type FieldErrors = Record<string, FieldError[]>

/** The interface's response body for an invalid request (spec, "ErrorResponse"). */
export interface ErrorResponse {
  message: string
  code: string | null
  referenceId: string
  errors: FieldErrors
}

/** The receipt is invalid. `errors` has every wrong field, not only the first. */
export class ReceiptDataError extends CounterfoilError {
  readonly errors: FieldErrors

  constructor(errors: FieldErrors) {
    const all = Object.entries(errors).flatMap(([path, list]) => list.map(error => `${path}: ${error.message}`))
    super(
      'receipt_data',
      `The receipt has ${all.length} invalid ${all.length === 1 ? 'field' : 'fields'}.\n${all.map(line => `  ${line}`).join('\n')}`,
    )
    this.errors = errors
  }

  /** The interface's 422 body. `referenceId` identifies this failure in the caller's log. */
  toErrorResponse(referenceId = ''): ErrorResponse {
    return { message: 'Validation error', code: null, referenceId, errors: this.errors }
  }
}

/** A platform's order can't become a receipt. `errors` has every wrong field, by its path in the platform's words. */
export class OrderError extends CounterfoilError {
  readonly errors: FieldErrors

  constructor(platform: string, errors: FieldErrors) {
    const all = Object.entries(errors).flatMap(([path, list]) =>
      list.map(error => `  ${path === '' ? 'the order' : path}: ${error.message}`),
    )
    const fields =
      all.length === 1 ? '1 field that is wrong or missing' : `${all.length} fields that are wrong or missing`
    super('order', `The order of ${platform} has ${fields}.\n${all.join('\n')}`)
    this.errors = errors
  }
}

/** The text cannot be encoded as that type of barcode. */
export class BarcodeError extends CounterfoilError {
  constructor(message: string, options?: ErrorOptions) {
    super('barcode', message, options)
  }
}

/** A locale file or locale setting is invalid. */
export class LocaleError extends CounterfoilError {
  constructor(message: string, options?: ErrorOptions) {
    super('locale', message, options)
  }
}

/** An option of the engine or of one of its calls is wrong. */
export class OptionError extends CounterfoilError {
  constructor(message: string, options?: ErrorOptions) {
    super('option', message, options)
  }
}

/** An offer does not match its `offerContentType`, or is too large for mail. */
export class OfferError extends CounterfoilError {
  constructor(message: string, options?: ErrorOptions) {
    super('offer', message, options)
  }
}

/** A place in a template; `line` and `column` count from 1. */
export interface TemplatePlace {
  file: string
  line: number
  column: number
}

/** A template cannot be compiled or used. The message ends with the lines around the place. */
export class TemplateError extends CounterfoilError {
  readonly place: TemplatePlace | undefined

  constructor(message: string, place?: TemplatePlace, options?: ErrorOptions) {
    super('template', place ? `${place.file}:${place.line}:${place.column}: ${message}` : message, options)
    this.place = place
  }
}

/** No usable browser was found, or it didn't start. */
export class BrowserError extends CounterfoilError {
  constructor(message: string, options?: ErrorOptions) {
    super('browser', message, options)
  }
}

/** The package is in a bundle, apart from the files that it reads. */
export class BundleError extends CounterfoilError {
  constructor() {
    super(
      'bundle',
      'Counterfoil is in a bundle, apart from its templates and words. Keep it external (esbuild: `--external:counterfoil`; others: ' +
        'docs/install.md, "Bundlers"), and install it beside the bundle.',
    )
  }
}

/** The page couldn't be printed. */
export class PrintError extends CounterfoilError {
  /** Which limit of the printer it is over, if that is why: more `cells` or `pages` than allowed stay too many, `time` may do next time. */
  readonly limit: 'cells' | 'pages' | 'time' | undefined

  constructor(message: string, options?: ErrorOptions & { limit?: PrintError['limit'] }) {
    super('print', message, options)
    this.limit = options?.limit
  }
}
