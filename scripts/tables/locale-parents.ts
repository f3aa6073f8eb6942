import { cldrVersion, supplemental } from './cldr.ts'
import { grouped, head, recordOf } from './layout.ts'

/** Locales whose parent isn't what remains without their last part. */
export function localeParents(): string {
  const { parentLocale } = supplemental<{ parentLocale: Record<string, string> }>('parentLocales')
  const parents = grouped(Object.keys(parentLocale).sort(), tag => {
    const parent = parentLocale[tag]!
    return staysInLanguage(tag, parent) && parent !== cut(tag) ? parent : undefined
  })
  return (
    head(cldrVersion) +
    recordOf('childrenOf', 'Parent locales (Unicode LDML part 1, "Parent Locales") to their children.', parents)
  )
}

/** Excludes the root, and parents in another language (Haitian to French). Bokmål and Nynorsk are Norwegian. */
function staysInLanguage(tag: string, parent: string): boolean {
  const language = parent.split('-')[0]
  return tag.split('-')[0] === language || (language === 'no' && /^(nb|nn)$/.test(tag))
}

function cut(tag: string): string {
  return tag.slice(0, Math.max(0, tag.lastIndexOf('-')))
}
