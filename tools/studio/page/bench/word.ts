/** What Outlook for Windows sees: comments for it become markup, and what is hidden from it goes. */
export function withWordComments(html: string): string {
  return html
    .replace(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, '')
    .replace(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, '$1')
    .replace(/<xml>[\s\S]*?<\/xml>/g, '')
}

/** Outlook's window is never as narrow as a phone, in CSS px. */
export const leastWordWidth = 660

/** Elements whose padding and width Word takes. */
const boxes = 'table, tbody, thead, tr, td, th, img'

/**
 * Lays a mail out about as Word does, after what caniemail.com reports: no padding, width or inline blocks but in tables, no
 * rounded corners, no maximum sizes, and `mso-` properties instead of their neighbors. Its fonts and line breaks differ.
 */
export function asWord(document: Document): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { style } = element
    const said = element.getAttribute('style') ?? ''
    if (/mso-hide\s*:\s*all/i.test(said)) element.remove()
    const important = (property: string, value: string) => style.setProperty(property, value, 'important')
    important('border-radius', '0')
    important('max-width', 'none')
    important('max-height', 'none')
    if (element.matches(boxes)) continue
    const padding = /mso-padding-alt\s*:\s*([^;]+)/i.exec(said)?.[1]
    important('padding', padding ?? '0')
    important('width', 'auto')
    if (getComputedStyle(element).display === 'inline-block') important('display', 'inline')
  }
}
