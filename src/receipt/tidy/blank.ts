/** Whether a sent value is missing, null or a text without anything to see, which all mean the same. */
export function isBlank(value: unknown): value is undefined | null | string {
  return value === undefined || value === null || (typeof value === 'string' && isBlankText(value))
}

/** Whether a text is white space and signs that nothing shows, such as U+200B (Unicode's Default_Ignorable_Code_Point). */
export function isBlankText(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && !visible.test(text)
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Whether a sent value is blank, or a list or object with nothing but blanks. */
export function holdsNothing(value: unknown): boolean {
  return isBlank(value) || (typeof value === 'object' && Object.values(value).every(holdsNothing))
}

/** Whether a value is a JSON object: neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
