const languages = new Intl.DisplayNames('en', { type: 'language' })

/** A language's name in English. */
export function languageName(tag: string): string {
  return languages.of(tag) ?? tag
}

/** A look's or a variant's name, as a title. */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
