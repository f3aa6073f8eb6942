/** The JSON messages between the studio's server and its page, which imports only their types. */
import type { Warning } from '../../../src/receipt/notes.ts'
import type { Finding } from '../../lint/finding.ts'
import type { PaperPlace, TextPlace } from '../../trace/marks.ts'

export type { Finding, PaperPlace, TextPlace, Warning }

/** Response of GET /api/state: the choices. */
export interface StudioState {
  /** The template folder's name; `null` for the package's templates. */
  folder: string | null
  fixtures: FixtureEntry[]
  /** Tags of the available languages. */
  locales: string[]
  variants: string[]
  papers: string[]
  /** The rolls that a till prints on; asked for like papers. */
  slips: string[]
  /** Whether test mails can be sent. */
  canSend: boolean
}

/** A template or stylesheet, in the template folder, in the package, or both. */
export interface FileEntry {
  path: string
  own: boolean
  shipped: boolean
}

/** Response of GET /api/files. */
export interface FileList {
  files: FileEntry[]
}

/** Response of GET /api/file: the texts; `null` where there is no such file. */
export interface FileText {
  path: string
  own: string | null
  shipped: string | null
}

/** Response of GET /api/brand. */
export interface BrandState {
  settings: BrandSettings
  /** The color in dark mode if `brand.json` has none. */
  usualDark: string
  /** Whether mail has a font that paper hasn't, nor one like it. */
  fontsDiffer: boolean
  /** All sections in the mail's order; those left out begin with a hyphen. */
  order: string[]
  /** Those of the folder's own. */
  own: string[]
  /** Sections that the list in `brand.json` moves on paper or in text only. */
  alsoMoved: string[]
  /** The texts that the studio has put between sections. */
  texts: OwnText[]
  /** The languages that the folder has words for. */
  languages: string[]
  canUndo: boolean
  canRedo: boolean
}

/** A text of the merchant's own between sections. */
export interface OwnText {
  /** Of its section, and of its words: `own.text1`. */
  name: string
  /** By language. */
  words: Record<string, string>
}

/** Request of POST /api/text: a text in each language; one that is empty has none. */
export interface TextInput {
  /** A text there is; default: a new one. */
  name?: string
  /** The section that a new one stands below; default: the top. */
  below?: string
  words: Record<string, string>
}

/** The fields of `brand.json`, as written. */
export interface BrandSettings {
  color?: string
  colorDark?: string
  logo?: string
  logoDark?: string
  logoStandsAlone?: boolean
  corner?: number
  density?: string
  variant?: string | undefined
  sections?: string[]
  font?: string
  paperFonts?: { regular?: string; bold?: string }
  logoWidth?: number
  footer?: string | string[]
  link?: { text: string; url: string }
}

/** A receipt shipped with the package. */
export interface FixtureEntry {
  name: string
  title: string
  trade: string
  /** Its usual language. */
  locale: string
  paper: string
}

/** What to render: a fixture, the user's receipt, or a fixture with a changed receipt. */
export interface RenderRequest {
  fixture?: string | undefined
  /** JSON text; overrides the fixture's. */
  receipt?: string | undefined
  /** The reader's language; default: the store's. */
  locale?: string | undefined
  /** Default: the template folder's. */
  variant?: string | undefined
}

/** Response of POST /api/render. */
export type Outcome = Rendering | Refusal | FolderFault

/** The receipt as mail and text, with figures and warnings. */
export interface Rendering {
  kind: 'rendering'
  /** The requested variant, or else the template folder's. */
  variant: string
  subject: string
  preheader: string
  /** The mail with embedded images. Each place that shows a view field is a `<span data-view="PATH">`. */
  html: string
  text: string
  /** The sections that have something to show in the mail. */
  filled: string[]
  /** Which part of the text shows which view field, in order. */
  textPlaces: TextPlace[]
  decision: { chosen: string; source: string; languages: string[] }
  sizes: MailSizes
  timings: StageTime[]
  warnings: Warning[]
}

/** How much a mail carries. */
export interface MailSizes {
  /** UTF-8 bytes of the HTML part. */
  html: number
  /** Characters within style elements. */
  style: number
  /** UTF-8 bytes of the plain part. */
  text: number
  /** Number and size of attached images. */
  pictures: number
  pictureBytes: number
}

/** How long a stage of the rendering took. */
export interface StageTime {
  stage: string
  milliseconds: number
}

/** The receipt is invalid: the problems, by field path. */
export interface Refusal {
  kind: 'refusal'
  errors: Record<string, string[]>
}

/** The template folder has an error. */
export interface FolderFault {
  kind: 'fault'
  message: string
  /** Where in the folder, if known. */
  place?: { file: string; line: number; column: number } | undefined
  /** The lines around the place. */
  frame?: string | undefined
}

/** Response of POST /api/trace, unless it is a refusal or a fault. */
export interface Trace {
  kind: 'trace'
  /** Field path in the receipt as sent, to the view paths that show it. */
  fields: Record<string, string[]>
  /** Why a field is not shown, if known. */
  reasons: Record<string, string>
}

/** Response of POST /api/pages. */
export type Pages = PrintedPages | Refusal | FolderFault

/** Paper as the page draws it. */
export interface PrintedPages {
  kind: 'pages'
  /** PNG files in base64, sizes in px; `null` if the library that draws them is not installed. */
  pages: { width: number; height: number; png: string }[] | null
  /** The PDF file in base64. */
  pdf: string
  bytes: number
  milliseconds: number
  /** The scripts of letters that no font has, as names; empty if it has all. */
  missing: string
}

/** Response of POST /api/places, unless it is a refusal or a fault. */
export interface PaperPlaces {
  kind: 'places'
  places: PaperPlace[]
}

/** Response of GET /api/lint. */
export interface LintReport {
  findings: Finding[]
}
