import { escaped, type Sheet } from './sheet.ts'

/** A report as a page of HTML for a receipt printer's roll. */
export function sheetPage({ language, direction, title, about, sections, notes }: Sheet): string {
  const parts = sections.map(({ heading, tables }) => {
    const head = heading === undefined ? '' : `<h2>${escaped(heading)}</h2>`
    return `${head}${tables.map(({ title, rows }) => `<h3>${escaped(title)}</h3><table>${rows.map(rowOf).join('')}</table>`).join('')}`
  })
  const lines = (each: readonly string[]) => each.map(line => `<p>${escaped(line)}</p>`).join('')
  return `<!doctype html><html lang="${escaped(language)}" dir="${direction}"><head><meta charset="utf-8"><title>${escaped([title, ...about].join(', '))}</title><style>${css(language)}</style></head><body><h1>${escaped(title)}</h1>${lines(about)}${parts.join('')}${lines(notes)}</body></html>`
}

function rowOf({ name, value, count, isSum = false }: Sheet['sections'][number]['tables'][number]['rows'][number]) {
  const times = count === undefined ? '' : ` (${count})`
  return `<tr${isSum ? ' class="sum"' : ''}><th scope="row">${escaped(name + times)}</th><td>${escaped(value)}</td></tr>`
}

/** Black on white, because a receipt printer has nothing else. */
function css(language: string): string {
  const [first, second] = language.startsWith('zh') ? ['SC', 'JP'] : ['JP', 'SC']
  return `body{margin:0;color:#000;font:12px/16px "Noto Sans","Noto Sans Arabic","Noto Sans ${first}","Noto Sans ${second}",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1,h2,h3,p{margin:0;font:inherit}h1{font-size:19px;line-height:26px;font-weight:700}h2{margin-top:14px;padding-bottom:2px;border-bottom:1px solid #000;font-size:14px;line-height:20px;font-weight:700}h3{margin-top:8px;font-weight:700}
table{width:100%;border-collapse:collapse}th,td{padding:0;font-weight:400;text-align:start;vertical-align:baseline}td{padding-inline-start:10px;text-align:end;overflow-wrap:normal}.sum th,.sum td{font-weight:700}
table+p{margin-top:12px}`
}
