import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { EmailMessage } from '../../src/email/compose.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import { paperName } from '../../src/pdf/paper.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import { peer } from './peer.ts'
import { type OpenPage, readPages } from './pictures/pdf-pages.ts'
import { type Picture, withFewColors, withFewEdgeColors } from './pictures/picture.ts'

/** A file made from a receipt, by its name in the receipt's folder. */
export type MadeFile = { file: string; text: string } | { file: string; picture: Picture }

/** A receipt on each paper. */
export type Pdfs = readonly (readonly [Paper, Uint8Array])[]

/** `view.json`: what the receipt says. */
export function viewOf(view: ReceiptView): MadeFile[] {
  return [{ file: 'view.json', text: json(view) }]
}

/** The mail: `email.html`, `receipt.txt`, and the rest in `mail.json`. */
export function mailOf({ subject, preheader, headers, attachments, html, text }: EmailMessage): MadeFile[] {
  const pictures = attachments.map(({ cid, contentType, content }) => ({ cid, contentType, content: brief(content) }))
  return [
    // One element per line, so that diffs are readable.
    { file: 'email.html', text: html.replaceAll('><', '>\n<') },
    { file: 'receipt.txt', text },
    { file: 'mail.json', text: json({ subject, preheader, headers, attachments: pictures }) },
  ]
}

/** The image of the mail. */
export const mailPicture = 'email.png'

/** `email.png`: the mail as a reader sees it. */
export function pictureOf(picture: Picture): MadeFile[] {
  return [{ file: mailPicture, picture: withFewEdgeColors(picture) }]
}

/** The pages: their text in `pages.txt`, their images in `<paper>-<page>.png`. */
export async function pagesOf(pdfs: Pdfs, pictures: boolean | 'ends'): Promise<MadeFile[]> {
  const sheets: string[] = []
  const pictured: MadeFile[] = []
  for (const [printed, pdf] of pdfs) {
    const paper = paperName(printed)
    const pages = await readPages(pdf, async page => {
      if (isPictured(page, pictures)) {
        pictured.push({ file: `${paper}-${page.number}.png`, picture: withFewColors(await page.draw(screenDpi)) })
      }
      return `--- ${paper}, page ${page.number}\n${withoutRightToLeft(page.text())}`
    })
    sheets.push([`=== ${paper}: ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`, ...pages].join('\n'))
  }
  return [{ file: 'pages.txt', text: `${sheets.join('\n\n')}\n` }, ...pictured]
}

/** `barcodes.json`: what a scanner reads from the mail's images and from each page that is pictured. */
export async function barcodesOf(
  { attachments }: EmailMessage,
  pdfs: Pdfs,
  pictures: boolean | 'ends',
): Promise<MadeFile[]> {
  const mail: unknown[] = []
  const found: Record<string, unknown[]> = { mail }
  for (const { cid, content } of attachments.filter(each => each.contentType === 'image/png')) {
    mail.push(...(await readBarcodes(content)).map(({ symbology, text }) => ({ cid, symbology, text })))
  }
  for (const [paper, pdf] of pdfs) {
    const pages = await readPages(pdf, async page => {
      if (!isPictured(page, pictures)) return []
      const codes = await readBarcodes(await page.drawGray(printerDpi))
      return codes.map(({ symbology, text }) => ({ page: page.number, symbology, text }))
    })
    found[paperName(paper)] = pages.flat()
  }
  return [{ file: 'barcodes.json', text: json(found) }]
}

/** CSS px per inch. */
const screenDpi = 96

/** DPI of the coarsest till printers. */
const printerDpi = 203

function json(value: unknown): string {
  return `${JSON.stringify(value, (_, each) => (each instanceof Uint8Array ? brief(each) : each), 2)}\n`
}

/** Shows bytes as count and digest. */
function brief(bytes: Uint8Array): string {
  return `${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`
}

function isPictured({ number, count }: OpenPage, pictures: boolean | 'ends'): boolean {
  return pictures === 'ends' ? number === 1 || number === count : pictures
}

/** PDF readers return right-to-left text in varying order. */
function withoutRightToLeft(text: string): string {
  return text
    .split('\n')
    .map(line => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(line) ? '(right to left)' : line))
    .join('\n')
}

/** What a scanner reports. */
export interface ReadBarcode {
  /** The kind of symbol: `Code128`, `EAN13` (also UPC-A, which is an EAN-13 that starts with 0), `QRCode`. */
  symbology: string
  /** Its AIM identifier, such as `]C1` for GS1-128. */
  identifier: string
  text: string
}

/** Reads the barcodes in a PNG or PGM file or an image from top to bottom, limited to the dozen kinds that till scanners read. */
export async function readBarcodes(source: Uint8Array | Picture): Promise<ReadBarcode[]> {
  const scanner = await scannerOnce()
  const results = await scanner.readBarcodes(source instanceof Uint8Array ? source : imageData(source), {
    textMode: 'Plain',
    formats: [
      'EAN8',
      'EAN13',
      'UPCA',
      'UPCE',
      'ITF',
      'Code39Std',
      'Code93',
      'Code128',
      'DataBar',
      'QRCode',
      'DataMatrix',
    ],
    tryInvert: false,
    tryDownscale: false,
  })
  return results
    .sort((one, other) => one.position.topLeft.y - other.position.topLeft.y)
    .map(({ format, symbologyIdentifier, text }) => ({ symbology: format, identifier: symbologyIdentifier, text }))
}

type Scanner = Awaited<ReturnType<typeof openScanner>>

function scannerOnce(): Promise<Scanner> {
  opened ??= openScanner()
  return opened
}

let opened: Promise<Scanner> | undefined

/** By default zxing-wasm downloads its WebAssembly; this loads it from the package. */
async function openScanner() {
  const scanner = await peer('zxing-wasm', () => import('zxing-wasm/reader'))
  const code = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = code.buffer.slice(code.byteOffset, code.byteOffset + code.length)
  scanner.prepareZXingModule({ overrides: { wasmBinary } })
  return scanner
}

type ImageData = Exclude<Parameters<Scanner['readBarcodes']>[0], Uint8Array | ArrayBuffer | Blob>

function imageData({ width, height, rgba }: Picture): ImageData {
  const data = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length)
  return { width, height, data, colorSpace: 'srgb' } as ImageData
}
