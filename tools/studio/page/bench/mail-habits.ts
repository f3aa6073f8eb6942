/** How a mail client shows mail. */
export interface MailHabits {
  dark: boolean
  imagesOff: boolean
}

/**
 * The mail as a client with these habits shows it. The frame would follow the studio's color scheme, so the copy's media
 * queries for dark mode are replaced: always true, or always false.
 */
export function asShown(html: string, { dark, imagesOff }: MailHabits): string {
  const [yes, no] = ['(min-width:0px)', '(max-width:0px)']
  const colored = html
    .replace(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, dark ? yes : no)
    .replace(/\(\s*prefers-color-scheme\s*:\s*light\s*\)/g, dark ? no : yes)
  const policy = `<meta http-equiv="Content-Security-Policy" content="img-src 'none'">`
  return imagesOff ? colored.replace(/<head>/i, `$&${policy}`) : colored
}
