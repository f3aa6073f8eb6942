/** The last four digits or letters of a number. A text of up to four characters is returned as it is. */
export function lastFourOf(text: string): string {
  return text.length <= 4 ? text : text.replace(/[^0-9A-Za-z]/g, '').slice(-4)
}
