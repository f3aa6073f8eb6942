/** The last four digits or letters of a number; one of four characters or fewer is given as it is, masks and all. */
export function lastFourOf(text: string): string {
  return text.length <= 4 ? text : text.replace(/[^0-9A-Za-z]/g, '').slice(-4)
}
