import type { TemplateFiles } from './template-files.ts'

/** The pages, and which sections each prefers: paper uses `items.print.html.hbs` if it exists. */
export const pages = {
  email: { file: 'email.html.hbs', endings: ['.html.hbs'] },
  print: { file: 'print.html.hbs', endings: ['.print.html.hbs', '.html.hbs'] },
  text: { file: 'receipt.txt.hbs', endings: ['.txt.hbs'] },
} as const

/** One of the three pages made of a receipt. */
export type PageName = keyof typeof pages

/** The file that `{{> name}}` includes on a page, if it exists; a stylesheet is its own name. */
export function sectionFile(files: TemplateFiles, page: PageName, name: string): string | undefined {
  const candidates = name.endsWith('.css') ? [name] : pages[page].endings.map(ending => `sections/${name}${ending}`)
  return candidates.find(candidate => files.has(candidate))
}
