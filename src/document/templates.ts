import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import type { Look } from '../view/variant.ts'
import { htmlHelpers, textHelpers } from './language/helpers.ts'
import { type FilledBy, runtime, type TemplateSpec } from './language/run.ts'
import { readTemplateFiles, type TemplateFiles } from './template-files.ts'

/** The pages of a receipt, compiled: each call costs only the filling in. */
export interface Templates {
  email: { ltr: FilledBy; rtl: FilledBy }
  print: FilledBy
  text: FilledBy
}

/** The templates of every look, each opened when it is first asked for. @throws TemplateError as `loadTemplates` does */
export type TemplatesOf = (look: Look) => Templates

/** Where the package keeps its own templates. */
export const templateFolder = join(packageRoot, 'templates')

/**
 * Opens the templates, once for an engine.
 *
 * @param overlay a folder, or what was read of it, whose files take the place of the package's own, file by file. Without
 *   any, the templates that were compiled when the package was built are used, and neither compiler nor inliner is loaded.
 * @param look is opened at once, so that a mistake in it is found now
 * @throws TemplateError that names file, line and column
 */
export async function openTemplates(overlay?: string | TemplateFiles, look: Look = 'modern'): Promise<TemplatesOf> {
  const opened = new Map<Look, Templates>()
  const isOwn = typeof overlay === 'string' || (overlay?.size ?? 0) > 0
  const isBuilt = !isOwn && builtSpecs(look) !== undefined
  const specs = isBuilt ? builtSpecs : await compiledSpecs(overlay)
  const templatesOf: TemplatesOf = asked => {
    const templates = opened.get(asked) ?? fromSpecs(specs(asked)!)
    opened.set(asked, templates)
    return templates
  }
  templatesOf(look)
  return templatesOf
}

/** The templates of one look. @throws TemplateError that names file, line and column */
export async function loadTemplates(overlay?: string | TemplateFiles, look: Look = 'modern'): Promise<Templates> {
  return (await openTemplates(overlay, look))(look)
}

interface TemplateSpecs {
  emailLtr: TemplateSpec
  emailRtl: TemplateSpec
  print: TemplateSpec
  text: TemplateSpec
}

function fromSpecs({ emailLtr, emailRtl, print, text }: TemplateSpecs): Templates {
  return {
    email: { ltr: htmlTemplate(emailLtr), rtl: htmlTemplate(emailRtl) },
    print: htmlTemplate(print),
    text: textTemplate(text),
  }
}

/** Makes a compiled HTML template callable. Every value is escaped. */
export function htmlTemplate(spec: TemplateSpec): FilledBy {
  return spec(htmlHelpers, runtime)
}

/** Makes a compiled plain text template callable. */
export function textTemplate(spec: TemplateSpec): FilledBy {
  return spec(textHelpers, runtime)
}

/** What `npm run build` wrote beside this file; absent when running from source. */
function builtSpecs(look: Look): TemplateSpecs | undefined {
  const built = join(import.meta.dirname, `built-templates/${look}.cjs`)
  return existsSync(built) ? createRequire(import.meta.url)(built) : undefined
}

async function compiledSpecs(overlay?: string | TemplateFiles): Promise<(look: Look) => TemplateSpecs> {
  const { compileTemplates } = await import('./compile.ts')
  return look => {
    const sources = compileTemplates(readTemplateFiles(templateFolder, look, overlay))
    const evaluate = (source: string): TemplateSpec => new Function(`return ${source}`)()
    return {
      emailLtr: evaluate(sources.emailLtr),
      emailRtl: evaluate(sources.emailRtl),
      print: evaluate(sources.print),
      text: evaluate(sources.text),
    }
  }
}
