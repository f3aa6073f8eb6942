import type { TemplateFiles } from './template-files.ts'

/** The pages, and which sections each prefers: paper takes `items.print.html.hbs` where there is one. */
export const pages = {
  email: { file: 'email.html.hbs', endings: ['.html.hbs'] },
  print: { file: 'print.html.hbs', endings: ['.print.html.hbs', '.html.hbs'] },
  text: { file: 'receipt.txt.hbs', endings: ['.txt.hbs'] },
} as const

export type PageName = keyof typeof pages

/** The file that `{{> name}}` stands for on a page, where there is one; a stylesheet stands for itself. */
export function sectionFile(files: TemplateFiles, page: PageName, name: string): string | undefined {
  const candidates = name.endsWith('.css') ? [name] : pages[page].endings.map(ending => `sections/${name}${ending}`)
  return candidates.find(candidate => files.has(candidate))
}
