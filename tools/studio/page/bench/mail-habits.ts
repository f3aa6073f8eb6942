import { darkened } from './forced-dark.ts'
import { asWord, withWordComments } from './word.ts'

/** Clients that show a mail in their own way. */
export const clients = {
  sent: 'As sent',
  plain: 'Gmail, styles dropped',
  forced: 'Forced dark',
  word: 'Outlook for Windows',
} as const

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
