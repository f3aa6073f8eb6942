import { brandFileIn, readTemplateFolder, templatesIn, wordsIn } from '../brand/template-folder.ts'
import { openTemplates } from '../document/templates.ts'
import { loadCatalogue } from '../locale/words/messages.ts'
import { checkMerchant, type Merchant, readMerchant } from './merchant.ts'
import type { MerchantOptions } from './options.ts'

/**
 * Opens what all receipts of a merchant share.
 *
 * @throws TemplateError, LocaleError, OptionError if the merchant's options or files are wrong
 */
export async function openMerchant(options: MerchantOptions = {}): Promise<Merchant> {
  checkMerchant(options)
  const path = typeof options.templates === 'string' ? options.templates : ''
  const folder = typeof options.templates === 'string' ? readTemplateFolder(path) : options.templates
  const file = folder && brandFileIn(folder, path)
  const { messages } = options.locales ?? {}
  const words = folder ? [{ path: path ? `${path}/locales` : 'locales', files: wordsIn(folder) }] : []
  const overlay = [...words, ...(messages === undefined ? [] : [messages])]
  const catalogueWith = (own?: string) => loadCatalogue({ overlay: own === undefined ? overlay : [...overlay, own] })
  const { look, merchant } = readMerchant(options, { file, catalogueWith })
  const templates = await openTemplates(folder && templatesIn(folder), look, { ...options, sections: file?.sections })
  return merchant(templates)
}
