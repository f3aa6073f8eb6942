/** The header of a table: its source, and not to edit it. */
export function head(source: string): string {
  return `// Generated from ${source} by npm run tables. Do not edit.\n`
}

/** An exported list of texts, filling each line. */
export function listOf(name: string, meaning: string, texts: readonly string[]): string {
  const lines = wrapped(texts.map(text => `'${text}',`).join(' '), 116)
  const body = lines.map(line => `  ${line}\n`).join('')
  return `\n/** ${meaning} */\n// biome-ignore format: one code a line is too long to read\nexport const ${name} = [\n${body}] as const\n`
}

/** An exported record: key to its codes, separated by spaces. */
export function recordOf(name: string, meaning: string, groups: ReadonlyMap<string, readonly string[]>): string {
  const entries = [...groups].map(([key, codes]) => {
    const lines = wrapped(codes.join(' '), 108).map(line => `'${line}`)
    const text = lines.map((line, at) => (at < lines.length - 1 ? `${line} '` : `${line}'`)).join(' +\n    ')
    return `  '${key}':\n    ${text},\n`
  })
  return `\n/** ${meaning} */\n// biome-ignore format: as written\nexport const ${name}: Readonly<Record<string, string>> = {\n${entries.join('')}}\n`
}

/** Groups codes by `keyOf`; codes without a key are left out. */
export function grouped(
  codes: readonly string[],
  keyOf: (code: string) => string | undefined,
): Map<string, readonly string[]> {
  const groups = Map.groupBy(codes, keyOf)
  groups.delete(undefined)
  return new Map([...(groups as Map<string, string[]>)].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function wrapped(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
