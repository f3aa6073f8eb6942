/** What the studio's server and its page say to each other, as JSON. */

/** GET /api/state: what there is to choose from. */
export interface StudioState {
  /** The template folder's name; `null` for the package's own templates. */
  folder: string | null
  fixtures: FixtureEntry[]
  /** Tags of the languages there are. */
  locales: string[]
  variants: string[]
  papers: string[]
}

/** A receipt that comes with the package. */
export interface FixtureEntry {
  name: string
  title: string
  trade: string
  /** The language it is usually read in. */
  locale: string
  paper: string
}

/** What is to be rendered: a fixture, a receipt of one's own, or a fixture whose receipt was changed. */
export interface Asked {
  fixture?: string
  /** JSON text; goes before that of the fixture. */
  receipt?: string
  /** The reader's language; without it the store decides. */
  locale?: string
  /** Without it, that of the template folder. */
  variant?: string
}

/** Answer of POST /api/render. */
export type Outcome = Rendering | Refusal | Fault

/** The receipt as mail and as text, and what there is to know about it. */
export interface Rendering {
  kind: 'rendering'
  /** The one that was asked for, else that of the template folder. */
  variant: string
  subject: string
  preheader: string
  /** The mail with its pictures inside. Each place that shows a field of the view is a `<span data-view="PATH">`. */
  html: string
  text: string
  /** Which part of the text shows which field of the view, in order. */
  textPlaces: TextPlace[]
  decision: { chosen: string; source: string; languages: string[] }
  sizes: MailSizes
  timings: StageTime[]
  warnings: ReceiptWarning[]
}

/** UTF-16 positions, the end not included. */
export interface TextPlace {
  path: string
  start: number
  end: number
}

export interface MailSizes {
  /** UTF-8 bytes of the HTML part. */
  html: number
  /** Characters within style elements. */
  style: number
  /** UTF-8 bytes of the plain part. */
  text: number
  /** Attached pictures and their bytes. */
  pictures: number
  pictureBytes: number
}

export interface StageTime {
  stage: string
  milliseconds: number
}

export interface ReceiptWarning {
  path: string
  code: string
  message: string
}

/** The receipt is not valid: what is wrong, by field path. */
export interface Refusal {
  kind: 'refusal'
  errors: Record<string, string[]>
}

/** The template folder cannot be used as it is. */
export interface Fault {
  kind: 'fault'
  message: string
  /** Where in the folder, where that is known. */
  place?: { file: string; line: number; column: number }
  /** The lines around the place. */
  frame?: string
}

/** Answer of POST /api/trace, unless there is a refusal or a fault. */
export interface Trace {
  kind: 'trace'
  /** Field path of the receipt as it was sent, to the paths of the view that show it. */
  fields: Record<string, string[]>
  /** Why a field that shows nowhere does not, where that is known. */
  reasons: Record<string, string>
}

/** Answer of POST /api/pages. */
export type Pages = PagesShown | Refusal | Fault

export interface PagesShown {
  kind: 'pages'
  /** PNG files in base64, sizes in px; `null` when the library that draws them is not installed. */
  pages: { width: number; height: number; png: string }[] | null
  /** The PDF file in base64. */
  pdf: string
  bytes: number
  milliseconds: number
}

/** Answer of POST /api/places, unless there is a refusal or a fault. */
export interface PaperPlaces {
  kind: 'places'
  places: PaperPlace[]
}

/** Where on paper a text of the view stands: shares of the page's width and height, from its upper left corner. */
export interface PaperPlace {
  path: string
  /** From 0. */
  page: number
  left: number
  top: number
  width: number
  height: number
}

/** Answer of GET /api/lint. */
export interface LintReport {
  findings: LintFinding[]
}

export interface LintFinding {
  rule: string
  severity: 'error' | 'warning'
  file: string
  line: number
  column: number
  message: string
  advice: string
  frame: string
}
