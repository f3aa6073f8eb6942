import { dirname, resolve } from 'node:path'
import type { MissingField } from '../../src/document/language/missing-field.ts'
import type { EngineOptions } from '../../src/engine.ts'
import type { PdfOptions } from '../../src/merchant/call-options.ts'
import { type Paper, paperNamed, paperSize, papers } from '../../src/pdf/paper.ts'
import { attachable } from '../../src/structured/data-file.ts'
import type { Offer } from '../../src/view/sections/offers.ts'
import { variants } from '../../src/view/variant.ts'
import { oneOf, readJson, UsageError } from './files.ts'

/** Options of the commands that render receipts. */
export const receiptArgs = {
  locale: { type: 'string' },
  paper: { type: 'string' },
  variant: { type: 'string' },
  templates: { type: 'string' },
  offers: { type: 'string' },
  'attach-data': { type: 'string' },
  config: { type: 'string' },
} as const

/** Options of each call, and of the engine. @throws UsageError for an unknown paper or look; OptionError for a wrong file */
export function receiptOptionsOf(values: { [Name in keyof typeof receiptArgs]?: string | undefined }): {
  options: PdfOptions
  engineOptions: EngineOptions
} {
  const options: PdfOptions = {
    ...(values.locale && { acceptLanguage: values.locale }),
    ...(values.paper && { paper: paperOf(values.paper) }),
    ...(values.variant && { variant: oneOf('--variant', values.variant, variants) }),
    ...(values['attach-data'] && { attachData: oneOf('--attach-data', values['attach-data'], attachable) }),
    ...(values.offers && { offers: readJson(values.offers) as Offer[] }),
  }
  return {
    options,
    engineOptions: { ...readConfig(values.config), ...(values.templates && { templates: values.templates }) },
  }
}

/** @throws UsageError if there is no such paper */
function paperOf(written: string): Paper {
  const paper = paperNamed(written)
  if (paper === undefined)
    throw new UsageError(
      `--paper: there is no "${written}"; there are ${papers.join(', ')}, and millimeters: 76 for a roll, 148x210 for a sheet, 76@6 with its margin`,
    )
  try {
    paperSize(paper)
  } catch (error) {
    throw new UsageError(`--paper ${written}: ${(error as Error).message.replace('paper.', '')}`)
  }
  return paper
}

/** Engine options from a file; paths in it are relative to the file. */
function readConfig(file: string | undefined): EngineOptions {
  if (!file) return {}
  const config = readJson(file) as EngineOptions
  const near = (path: string) => resolve(dirname(file), path)
  if (typeof config.templates === 'string') config.templates = near(config.templates)
  if (typeof config.brand?.logo === 'string') config.brand.logo = near(config.brand.logo)
  if (typeof config.brand?.logoDark === 'string') config.brand.logoDark = near(config.brand.logoDark)
  if (config.locales?.messages) config.locales.messages = near(config.locales.messages)
  return config
}

/** Tells each warning once; there is none to tell in an empty one. */
export function once(tell: (warning: string) => void): (warning: string) => void {
  const written = new Set([''])
  return warning => {
    if (written.has(warning)) return
    written.add(warning)
    tell(warning)
  }
}

/** About a field that templates print and receipts lack. */
export function aboutField({ field, page, places: [place] }: MissingField): string {
  const where = place ? `${place.file}:${place.line}:${place.column}` : `the page ${page}`
  return `${where}: {{${field}}} is printed, but a receipt has no such text there; left empty\n`
}
