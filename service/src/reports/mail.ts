import type { EmailMessage } from 'counterfoil'
import type { Speech } from '../merchants/speech.ts'
import { escaped, type Sheet } from './sheet.ts'

/** Where a mail leads, and from whom it is. */
export interface SheetMailAround {
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
  const end = direction === 'rtl' ? 'left' : 'right'
  const start = direction === 'rtl' ? 'right' : 'left'
  const cell = `padding:4px 0;border-top:1px solid #ddd8cd;vertical-align:baseline`
  const parts = sections.map(({ heading, tables }) => {
    const head =
      heading === undefined
        ? ''
        : `<h2 style="margin:28px 0 0;font-size:17px;line-height:24px">${escaped(heading)}</h2>`
    const each = tables.map(({ title: words, rows }) => {
      const lines = rows.map(({ name, count, value, isSum }) => {
        const weight = isSum ? ';font-weight:700' : ''
        const times = count === undefined ? '' : ` <span class="soft" style="color:#5f594e">(${escaped(count)})</span>`
        return `<tr><th scope="row" align="${start}" style="${cell};font-weight:400${weight}">${escaped(name)}${times}</th><td align="${end}" style="${cell};padding-${start}:12px${weight}">${escaped(value)}</td></tr>`
      })
      return `<h3 class="soft" style="margin:16px 0 4px;font-size:14px;line-height:20px;color:#5f594e">${escaped(words)}</h3><table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-variant-numeric:tabular-nums">${lines.join('')}</table>`
    })
    return head + each.join('')
  })
  const paragraph = (text: string) => `<p style="margin:16px 0 0">${escaped(text)}</p>`
  const linked = links.map(({ words, url }) => `<a href="${escaped(url)}" style="color:#1f5c4d">${escaped(words)}</a>`)
  return `<!doctype html><html lang="${escaped(language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>${dark}</style></head><body style="margin:0;padding:24px 16px;background:#fff;color:#1d1b16;font:16px/24px sans-serif"><div style="max-width:34em;margin:0 auto"><p class="soft" style="margin:0;color:#5f594e">${escaped(merchant)}</p><h1 style="margin:0;font-size:24px;line-height:32px">${escaped(title)}</h1>${about.map(line => `<p style="margin:0">${escaped(line)}</p>`).join('')}${parts.join('')}${notes.map(paragraph).join('')}<p class="soft" style="margin:28px 0 0;font-size:14px;line-height:20px;color:#5f594e">${escaped(foot)}</p><p style="margin:8px 0 0;font-size:14px;line-height:20px">${linked.join(' · ')}</p></div></body></html>`
}

const dark =
  '@media (prefers-color-scheme:dark){body{background:#1d1b18!important;color:#ece8df!important}.soft{color:#b5ae9f!important}th,td{border-color:#3a362f!important}a{color:#7fc4b0!important}}'
