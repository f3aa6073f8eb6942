import type { Catalogue } from '../../locale/words/messages.ts'
import type { Printer } from '../print.ts'

/** A language whose wording a PDF can't show. */
export interface FontGap {
  /** The language's tag. */
  locale: string
  /** The scripts of the letters that no font has, as ISO 15924 codes. */
  scripts: readonly string[]
}

/** The languages of a catalogue whose wording has letters that none of a printer's fonts has; none if the fonts suffice. */
export function fontGaps({ languages, allWords }: Catalogue, { missingScripts }: Printer): FontGap[] {
  return languages
    .map(locale => ({ locale, scripts: missingScripts(allWords(locale)) }))
    .filter(({ scripts }) => scripts.length > 0)
}
