import type { EmailMessage } from 'counterfoil'
import type { Speech } from '../../merchants/speech.ts'
import { escaped, type Sheet } from './sheet.ts'

/** Where a mail leads, and from whom it is. */
interface SheetMailAround {
  merchantName: string
  /** The console's page with more; absent if it isn't known where that is. */
  open?: string
  /** Where its reader asks for no more; absent then, too. */
  stop?: string
}

/** A report as a mail, which can be unsubscribed from by one click (RFC 8058). */
export function sheetMail(sheet: Sheet, { say }: Pick<Speech, 'say'>, around: SheetMailAround): EmailMessage {
  const { language, title, about } = sheet
  const { merchantName: merchant, open, stop } = around
  const subject = [`${title}: ${about[0] ?? merchant}`, ...about.slice(1)].join(', ')
  const foot = say('reports.why', { merchant })
  const links = [
    ...(open === undefined ? [] : [{ words: say('reports.open'), url: open }]),
    ...(stop === undefined ? [] : [{ words: say('reports.stop'), url: stop }]),
  ]
  return {
    subject,
    preheader: '',
    attachments: [],
    text: textOf(sheet, [foot, ...links.map(({ words, url }) => `${words}: ${url}`)]),
    html: htmlOf(sheet, merchant, foot, links),
    headers: {
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      ...(stop !== undefined && { 'List-Unsubscribe': `<${stop}>` }),
      // The standard wants HTTPS for a click that asks nothing more.
      ...(stop?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }
}

function textOf({ title, about, sections, notes }: Sheet, foot: readonly string[]): string {
  const parts = sections.flatMap(({ heading, tables }) => [
    ...(heading === undefined ? [] : [`\n${heading}\n${'-'.repeat(Math.min(60, heading.length))}`]),
    ...tables.map(({ title: words, rows }) => {
      const lines = rows.map(
        ({ name, count, value }) => `  ${name}${count === undefined ? '' : ` (${count})`}: ${value}`,
      )
      return `\n${words}\n${lines.join('\n')}`
    }),
  ])
  return `${[title, ...about, ...parts, '', ...notes, '', ...foot].join('\n')}\n`
}

function htmlOf(
  { language, direction, title, about, sections, notes }: Sheet,
  merchant: string,
  foot: string,
  links: readonly { words: string; url: string }[],
): string {
  const parts = sections.map(({ heading, tables }) => {
    const head = heading === undefined ? '' : `<h2>${escaped(heading)}</h2>`
    const each = tables.map(({ title: words, rows }) => {
      const lines = rows.map(({ name, count, value, isSum }) => {
        const times = count === undefined ? '' : ` <span class="soft">(${escaped(count)})</span>`
        return `<tr${isSum ? ' class="sum"' : ''}><th scope="row">${escaped(name)}${times}</th><td>${escaped(value)}</td></tr>`
      })
      return `<h3 class="soft">${escaped(words)}</h3><table width="100%" cellpadding="0" cellspacing="0">${lines.join('')}</table>`
    })
    return head + each.join('')
  })
  const paragraph = (text: string) => `<p class="note">${escaped(text)}</p>`
  const linked = links.map(({ words, url }) => `<a href="${escaped(url)}">${escaped(words)}</a>`)
  const head = `<p class="soft">${escaped(merchant)}</p><h1>${escaped(title)}</h1>${about.map(line => `<p>${escaped(line)}</p>`).join('')}`
  const end = `<p class="foot soft">${escaped(foot)}</p><p class="links">${linked.join(' · ')}</p>`
  return `<!doctype html><html lang="${escaped(language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>${css(direction)}</style></head><body><div class="page">${head}${parts.join('')}${notes.map(paragraph).join('')}${end}</div></body></html>`
}

/** In a stylesheet, which all large mail programs take, because a report of many stores has many rows, and Gmail shows the first 102 KB. */
function css(direction: Sheet['direction']): string {
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
  return `body{margin:0;padding:24px 16px;background:#fff;color:#1d1b16;font:16px/24px sans-serif}.page{max-width:34em;margin:0 auto}
h1,h2,h3,p{margin:0}h1{font-size:24px;line-height:32px}h2{margin-top:28px;font-size:17px;line-height:24px}h3{margin:16px 0 4px;font-size:14px;line-height:20px}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:4px 0;border-top:1px solid #ddd8cd;font-weight:400;text-align:${start};vertical-align:baseline}td{padding-${start}:12px;text-align:${end}}.sum th,.sum td{font-weight:700}
.soft{color:#5f594e}.note{margin-top:16px}.foot{margin-top:28px}.foot,.links{font-size:14px;line-height:20px}.links{margin-top:8px}a{color:#1f5c4d}
@media (prefers-color-scheme:dark){body{background:#1d1b18;color:#ece8df}.soft{color:#b5ae9f}th,td{border-color:#3a362f}a{color:#7fc4b0}}`
}
