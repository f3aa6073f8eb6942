import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { htmlHelpers, textHelpers } from './helpers.ts'
import { type FilledBy, runtime, type TemplateSpec } from './runtime.ts'
import { readTemplateFiles } from './template-files.ts'

/** The pages of a receipt, compiled: each call costs only the filling in. */
export interface Templates {
  email: { ltr: FilledBy; rtl: FilledBy }
  print: FilledBy
  text: FilledBy
}

/** Where the package keeps its own templates. */
export const templateFolder = fileURLToPath(new URL('../../templates', import.meta.url))

/**
 * Opens the templates, once for an engine.
 *
 * @param overlay a folder whose files take the place of the package's own, file by file. Without it the templates that were
 *   compiled when the package was built are used, and neither compiler nor inliner is loaded.
 * @throws TemplateError that names file, line and column
 */
export async function loadTemplates(overlay?: string): Promise<Templates> {
  return fromSpecs(
    overlay === undefined ? ((await builtSpecs()) ?? (await compiledSpecs())) : await compiledSpecs(overlay),
  )
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
async function builtSpecs(): Promise<TemplateSpecs | undefined> {
  const built = new URL('./built-templates.js', import.meta.url)
  return existsSync(built) ? ((await import(built.href)) as TemplateSpecs) : undefined
}

async function compiledSpecs(overlay?: string): Promise<TemplateSpecs> {
  const { compileTemplates } = await import('./compile.ts')
  const sources = compileTemplates(readTemplateFiles(templateFolder, overlay))
  const evaluate = (source: string): TemplateSpec => new Function(`return ${source}`)()
  return {
    emailLtr: evaluate(sources.emailLtr),
    emailRtl: evaluate(sources.emailRtl),
    print: evaluate(sources.print),
    text: evaluate(sources.text),
  }
}
