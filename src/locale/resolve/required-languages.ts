import { countryCode } from '../../standards/country.ts'
import { readLanguageTag } from './language-tag.ts'
import type { LocaleGroup } from './locale-options.ts'
import type { Lookup } from './lookup.ts'

/**
 * The languages to print if the law requires some: the required ones first, in order and in the store country's wording if there
 * is any, then the reader's choice, unless the group wants only the required ones.
 *
 * @param country the store's, as sent
 */
export function languagesToPrint(
  chosen: string,
  group: LocaleGroup | undefined,
  country: string | undefined,
  lookup: Lookup,
): readonly string[] {
  const required = (group?.requiredLanguages ?? []).flatMap(language => {
    if (isSameLanguage(language, chosen)) return [chosen]
    const ownWords = group && isSameLanguage(language, group.locale)
    const tag = readLanguageTag(ownWords ? group.locale : `${language}-${countryCode(country) ?? ''}`)
    return (tag && lookup(tag)) ?? []
  })
  if (required.length === 0) return [chosen]
  return group?.bilingual === false ? required : [...new Set([...required, chosen])]
}

function isSameLanguage(one: string, other: string): boolean {
  return languageOf(one) === languageOf(other)
}

function languageOf(text: string): string | undefined {
  return readLanguageTag(text)?.split('-', 1)[0]
}
