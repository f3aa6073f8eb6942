import { TemplateError } from '../errors.ts'
import type { TemplateFiles } from './template-files.ts'

/** The pages, and which sections each prefers: paper takes `items.print.html.hbs` where there is one. */
export const pages = {
  email: { file: 'email.html.hbs', endings: ['.html.hbs'] },
  print: { file: 'print.html.hbs', endings: ['.print.html.hbs', '.html.hbs'] },
  text: { file: 'receipt.txt.hbs', endings: ['.txt.hbs'] },
} as const

export type PageName = keyof typeof pages

/** One template file that a page uses, as it stands in the folder. */
export interface UsedFile {
  path: string
  source: string
}

/**
 * Puts the sections into a page: `{{> items}}` becomes the text of `sections/items.html.hbs`, `{{> print.css}}` that of the
 * stylesheet. Styles can only be inlined into a page that is whole. Comments go.
 *
 * @param check is called once for every file used, before its text is taken
 * @throws TemplateError when a section is not there or a section contains itself
 */
export function expandPage(files: TemplateFiles, page: PageName, check: (file: UsedFile) => void = () => {}): string {
  const checked = new Set<string>()
  return expand(pages[page].file, [])

  function expand(path: string, above: readonly string[]): string {
    const source = files.get(path)
    if (source === undefined) throw new TemplateError(`there is no file ${path} in the template folder`)
    if (path.endsWith('.css')) return withoutCssComments(source).trim()
    if (!checked.has(path)) check({ path, source })
    checked.add(path)
    const within = [...above, path]
    return source
      .replace(commentOrSection, (_: string, name: string | undefined, offset: number, whole: string) => {
        if (name === undefined) return ''
        const at = place(path, whole, offset)
        const section = find(name, at)
        if (within.includes(section)) throw at(`${section} contains itself, by way of ${within.join(', ')}`)
        return expand(section, within)
      })
      .trimEnd()
  }

  function find(name: string, missing: (message: string) => TemplateError): string {
    const path = sectionFile(files, page, name)
    if (path) return path
    throw missing(`there is no section "${name}": expected the file sections/${name}${pages[page].endings.at(-1)}`)
  }
}

/** The file that `{{> name}}` stands for on a page, where there is one; a stylesheet stands for itself. */
export function sectionFile(files: TemplateFiles, page: PageName, name: string): string | undefined {
  if (name.endsWith('.css')) return name
  return pages[page].endings.map(ending => `sections/${name}${ending}`).find(candidate => files.has(candidate))
}

const commentOrSection = /\{\{~?!--[\s\S]*?--~?\}\}\n?|\{\{~?![^}]*\}\}\n?|\{\{>\s*([\w.-]+)\s*\}\}/g

/** Comments of a stylesheet, taken out. */
export function withoutCssComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '')
}

function place(file: string, source: string, offset: number) {
  const before = source.slice(0, offset).split('\n')
  return (message: string) =>
    new TemplateError(message, { file, line: before.length, column: before.at(-1)!.length + 1 })
}
