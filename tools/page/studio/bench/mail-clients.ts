/** Clients that show a mail in their own way. */
export const clients = {
  sent: 'As sent',
  plain: 'Gmail, styles dropped',
  forced: 'Forced dark',
  word: 'Outlook for Windows',
} as const

/** How a mail is shown: as sent, or as a client changes it. */
export type Client = keyof typeof clients

/** How a mail client shows mail. */
export interface MailHabits {
  dark: boolean
  imagesOff: boolean
  client: Client
  /** Shows the mail at 100 %, also if the pane is narrower. */
  fullSize: boolean
}

/**
 * The mail as a client with these habits gets it. The frame would follow the studio's color scheme, so the copy's media
 * queries for dark mode are replaced: always true, or always false.
 */
export function asShown(html: string, { dark, imagesOff, client }: MailHabits): string {
  const isDark = dark && client === 'sent'
  const [yes, no] = ['(min-width:0px)', '(max-width:0px)']
  const colored = html
    .replace(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, isDark ? yes : no)
    .replace(/\(\s*prefers-color-scheme\s*:\s*light\s*\)/g, isDark ? no : yes)
  const isBare = client === 'plain' || client === 'word'
  const bare = isBare ? withoutStyles(colored) : colored
  const styled = client === 'word' ? withWordComments(bare) : bare
  const policy = `<meta http-equiv="Content-Security-Policy" content="img-src 'none'">`
  return imagesOff ? styled.replace(/<head>/i, `$&${policy}`) : styled
}

/** Changes a mail that is laid out, as the client does. */
export function adaptToClient(document: Document, { dark, client }: MailHabits): void {
  document.documentElement.style.colorScheme = (dark && client === 'sent') || client === 'forced' ? 'dark' : 'light'
  if (client === 'forced') darkened(document)
  if (client === 'word') asWord(document)
}

/** The mail without its style elements, but for those in comments for Outlook. */
function withoutStyles(html: string): string {
  return html.replace(/<!--[\s\S]*?-->|<style>[\s\S]*?<\/style>/g, found => (found.startsWith('<!--') ? found : ''))
}

/**
 * Turns a mail dark as clients do that ignore its own dark mode: light backgrounds and dark letters change their lightness and
 * keep their hue; pictures stay.
 */
function darkened(document: Document): void {
  const elements = [...document.querySelectorAll<HTMLElement>('body, body *')]
  const styled = elements.map(element => {
    const { color, backgroundColor, borderBottomColor } = getComputedStyle(element)
    return { element, color, backgroundColor, borderBottomColor }
  })
  for (const { element, color, backgroundColor, borderBottomColor } of styled) {
    turn(element, 'background-color', backgroundColor, lightness => lightness > 0.5)
    turn(element, 'color', color, lightness => lightness < 0.6)
    turn(element, 'border-color', borderBottomColor, () => true)
  }
}

function turn(element: HTMLElement, property: string, color: string, changes: (lightness: number) => boolean): void {
  const [red = 0, green = 0, blue = 0, alpha = 1] = color.match(/[\d.]+/g)?.map(Number) ?? []
  const lightness = (Math.max(red, green, blue) + Math.min(red, green, blue)) / 510
  if (alpha === 0 || !changes(lightness)) return
  // Not quite black and white, as on phones: 7 % to 95 %. All channels move alike, which keeps the hue.
  const shift = (0.07 + (1 - lightness) * 0.88 - lightness) * 255
  const turned = [red, green, blue].map(value => Math.round(Math.min(Math.max(value + shift, 0), 255)))
  element.style.setProperty(property, `rgb(${turned.join(' ')})`, 'important')
}

/** What Outlook for Windows sees: comments for it become markup, and what is hidden from it goes. */
function withWordComments(html: string): string {
  return html
    .replace(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, '')
    .replace(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, '$1')
    .replace(/<xml>[\s\S]*?<\/xml>/g, '')
}

/** Outlook's window is never as narrow as a phone, in CSS px. */
export const minWordWidth = 660

/** Elements whose padding and width Word takes. */
const boxes = 'table, tbody, thead, tr, td, th, img'

/**
 * Lays a mail out about as Word does, after what caniemail.com reports: no padding, width or inline blocks but in tables, no
 * rounded corners, no maximum sizes, and `mso-` properties instead of their neighbors. Its fonts and line breaks differ.
 */
function asWord(document: Document): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { style } = element
    const css = element.getAttribute('style') ?? ''
    if (/mso-hide\s*:\s*all/i.test(css)) element.remove()
    const important = (property: string, value: string) => style.setProperty(property, value, 'important')
    important('border-radius', '0')
    important('max-width', 'none')
    important('max-height', 'none')
    if (element.matches(boxes)) continue
    const padding = /mso-padding-alt\s*:\s*([^;]+)/i.exec(css)?.[1]
    important('padding', padding ?? '0')
    important('width', 'auto')
    if (getComputedStyle(element).display === 'inline-block') important('display', 'inline')
  }
}
