import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { paperFontsFor } from '../../src/document/paper-fonts.ts'
import { unpacked } from '../../src/pdf/file/packed-pdf.ts'
import { commandOf, descendantsOf } from '../support/processes.ts'

/** A complete page as the document stage would make it. */
export function page(body: string, { lang = 'en', title = 'Receipt 118-20931', css = '' } = {}): string {
  const style = `body{margin:0;font:9pt/12pt Noto Sans Latin,${paperFontsFor('en')},sans-serif}table{width:100%;border-collapse:collapse}tr{break-inside:avoid}${css}`
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>${body}</body></html>`
}

/** A receipt's table of so many lines. */
export function lines(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `<tr><td>Item ${at + 1}</td><td>${at % 9}.50</td></tr>`)
  return `<table><thead><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** A page that tries to fetch in every way HTML, CSS and SVG know. */
export function hostilePage(host: string): string {
  const url = `http://${host}`
  return `<!doctype html><html lang="en"><head><title>x</title>
<link rel="stylesheet" href="${url}/css"><link rel="prefetch" href="${url}/prefetch"><link rel="preconnect" href="${url}">
<link rel="preload" as="image" href="${url}/preload"><link rel="icon" href="${url}/icon"><link rel="manifest" href="${url}/manifest">
<style>@import url(${url}/import);@font-face{font-family:Q;src:url(${url}/font)}body{font-family:Q;background:url(${url}/background)}
li{list-style-image:url(${url}/list)}p::before{content:url(${url}/content)}a{cursor:url(${url}/cursor),auto}</style>
<script>fetch("${url}/fetch");new WebSocket("ws://${host}/socket");document.write("scripted")</script></head>
<body background="${url}/body"><p>BEFORE</p><img src="${url}/image" onerror="document.body.append('scripted')"><img srcset="${url}/set 2x">
<picture><source srcset="${url}/source"><img alt=""></picture><iframe src="${url}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
<iframe srcdoc="<img src=${url}/srcdoc>"></iframe><object data="${url}/object">o</object><embed src="${url}/embed">
<video poster="${url}/poster" src="${url}/video" autoplay></video><audio src="${url}/audio" autoplay></audio>
<svg><use href="${url}/use#a"/><image href="${url}/svg"/><style>@import url(${url}/svgstyle);</style></svg>
<form action="${url}/form"><input type="image" src="${url}/input"></form><ul><li>AFTER</li></ul></body></html>`
}

/** What a reader of the PDF sees. Sizes are in millimetres. */
export async function readPdf(bytes: Uint8Array) {
  const raw = unpacked(bytes)
  const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false })
  const pdf = await task.promise
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)))
  const texts = await Promise.all(pages.map(async each => textOf((await each.getTextContent()).items)))
  const sizes = pages.map(each => each.view.slice(2).map(points => Math.round((points / 72) * 254) / 10))
  const { info } = await pdf.getMetadata()
  const isTagged = /\/MarkInfo <<[^>]*\/Marked true/.test(raw)
  const roles = JSON.stringify(await pages[0]!.getStructTree())
  await task.destroy()
  const fonts = [...new Set(Array.from(raw.matchAll(/\/FontName \/[A-Z]{6}\+([\w-]+)/g), found => found[1]!))].sort()
  return {
    sizes,
    texts,
    actualText: actualText(raw),
    isTagged,
    roles,
    fonts,
    info: info as Record<string, unknown>,
    lang: /\/Lang \(([^)]*)\)/.exec(raw)?.[1],
    raw,
  }
}

/** The letters that joined or reordered glyphs stand for (ISO 32000-1, 14.9.4), which pdf.js does not read. */
function actualText(raw: string): string {
  const streams = Array.from(raw.matchAll(/stream\n(.*?)\nendstream/gs), found => Buffer.from(found[1]!, 'latin1'))
  const drawn = streams.map(stream => (stream[0] === 0x78 ? inflateSync(stream).toString('latin1') : ''))
  const letters = Array.from(drawn.join('').matchAll(/\/ActualText <FEFF([0-9A-F]+)>/g), found => found[1]!)
  return Buffer.from(letters.join(''), 'hex').swap16().toString('utf16le')
}

function textOf(items: readonly object[]): string {
  return items.map(item => ('str' in item ? item.str : '')).join('')
}

/** The processes whose command line names `word`, found below this process. */
export function descendants(word: string): number[] {
  return descendantsOf(process.pid).filter(pid => commandOf(pid).includes(word))
}
