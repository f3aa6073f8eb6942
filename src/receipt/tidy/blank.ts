/** Whether a sent value is missing, null or only white space, which all mean the same. */
export function isBlank(value: unknown): value is undefined | null | string {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Whether a value is a JSON object: neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
