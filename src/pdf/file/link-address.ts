/** The address of a link's annotation (ISO 32000-1, 12.6.4.7), as a string of the PDF; undefined if it has none. */
export function addressOf(annotation: string): string | undefined {
  return /\/URI (\((?:[^()\\]|\\.)*\)|<[0-9A-F]*>)>>/.exec(annotation)?.[1]
}
