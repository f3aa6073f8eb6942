import type { TemplateFiles } from '../template-files.ts'
import { styleParts, withoutImports } from './stylesheet.ts'

/** Stylesheets added to the pages' stylesheets, in order: the look's, then the merchant's. */
export const addedStyles = ['variant.css', 'brand.css'] as const

/**
 * The files with `variant.css` and `brand.css` appended to the pages' stylesheets: plain rules to `email.css`, those of
 * `@media print` to `print.css`, those of other `@media` to `email-kept.css`. None has an `@import`.
 */
export function joinStyles(files: TemplateFiles): TemplateFiles {
  const joined = new Map(files)
  for (const path of ['email.css', 'email-kept.css', 'print.css']) {
    const css = files.get(path)
    if (css !== undefined) joined.set(path, withoutImports(css))
  }
  const add = (path: string, css: string) => css && joined.set(path, `${joined.get(path) ?? ''}\n${css}`)
  for (const name of addedStyles) {
    const css = files.get(name)
    if (!css) continue
    const { inlined, kept, print } = styleParts(withoutImports(css))
    add('email.css', inlined)
    add('email-kept.css', kept)
    add('print.css', print)
  }
  return joined
}
