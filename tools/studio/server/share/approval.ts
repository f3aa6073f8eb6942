import { escapeHtml } from '../../../../src/document/language/run.ts'
import type { ZipEntry } from './zip.ts'

/** One receipt of the folder to approve. */
export interface ApprovalEntry {
  name: string
  title: string
  trade: string
  /** The language it is in. */
  locale: string
  subject: string
  /** A self-contained page. */
  html: string
  text: string
  pdf: Uint8Array
}

/** The files of a folder that shows receipts without the studio: `index.html`, and each receipt as mail, text and PDF. */
export function approvalFiles(title: string, entries: readonly ApprovalEntry[]): ZipEntry[] {
  return [
    ['index.html', indexPage(title, entries)],
    ...entries.flatMap(({ name, html, text, pdf }): ZipEntry[] => [
      [`receipts/${name}.html`, html],
      [`receipts/${name}.txt`, text],
      [`receipts/${name}.pdf`, pdf],
    ]),
  ]
}

function indexPage(title: string, entries: readonly ApprovalEntry[]): string {
  const cards = entries.map(entry => card(entry)).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${entries.length} receipts, each as mail, plain text and PDF.</p>
<main>
${cards}
</main>
</body>
</html>
`
}

function card({ name, title, trade, locale, subject }: ApprovalEntry): string {
  const file = `receipts/${encodeURIComponent(name)}`
  return `<article>
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(trade)} · <span lang="en">${escapeHtml(locale)}</span></p>
<p dir="auto">${escapeHtml(subject)}</p>
<iframe src="${file}.html" title="${escapeHtml(`Mail: ${title}`)}" sandbox loading="lazy"></iframe>
<p><a href="${file}.html">Mail</a> <a href="${file}.txt">Text</a> <a href="${file}.pdf">PDF</a></p>
</article>`
}

const style = `
:root { color-scheme: light dark; font: 15px/22px system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1280px; padding: 24px 16px; background: light-dark(#edebe4, #121109); color: light-dark(#1f1c15, #efebe0); }
h1 { font-size: 24px; line-height: 32px; margin: 0; }
h2 { font-size: 15px; line-height: 22px; margin: 0; }
p { margin: 0; overflow-wrap: anywhere; }
main { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 375px), 1fr)); margin-top: 24px; }
article { display: flex; flex-direction: column; gap: 4px; }
iframe { flex: none; width: 100%; height: 640px; border: 1px solid light-dark(#dedad0, #353126); border-radius: 8px; background: #fff; }
a { color: light-dark(#1f5c4d, #84cdb3); margin-inline-end: 12px; }
`
