import type { Brand } from '../brand-values.ts'
import { outermost, writePath } from './path.ts'

/** Collects the texts of one page that depend on nothing but the brand, nearly all styles: written once for a brand, not for each receipt. */
export function brandTexts() {
  const texts: string[] = []
  const placeOf = (text: string) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1)
  const fields = () => brandFields.filter(field => texts.some(text => text.includes(field)))
  return {
    /** Adds a text, as the expressions that make it, and gives the variable that has it. */
    add: (pieces: readonly string[]) => `brandText${placeOf(`[${pieces.join(', ')}].join('')`)}`,
    /** The variables, and a function that sets them for a page's brand. */
    declared(): string {
      if (texts.length === 0) return ''
      const names = [...fields().map((_, at) => `brand${at} = NaN`), ...texts.map((_, at) => `brandText${at}`)]
      const values = fields().map((field, at) => `brand${at} = comparable(${field})\n`)
      const written = texts.map((text, at) => `brandText${at} = ${text}\n`)
      return `let ${names.join(', ')}\nconst restyle = (root, page) => {\n${values.join('')}${written.join('')}}\n`
    },
    /** Calls that function, unless the page has the brand of the last one. */
    updated(): string {
      if (texts.length === 0) return ''
      return `if (${fields()
        .map((field, at) => `${field} !== brand${at}`)
        .join(' || ')}) restyle(root, page)\n`
    },
  }
}

/** Whether an expression is a field that every brand has. */
export function isBrandField(expression: string): boolean {
  return brandFields.includes(expression)
}

type BrandField = Exclude<keyof Brand, 'space'> | `space.${keyof Brand['space']}`

const known: Record<BrandField, true> = {
  color: true,
  colorText: true,
  colorDark: true,
  onColor: true,
  font: true,
  paperFont: true,
  paperFaces: true,
  corner: true,
  cornerInner: true,
  'space.edge': true,
  'space.section': true,
  'space.line': true,
  'space.sum': true,
}

/** As expressions. */
const brandFields = Object.keys(known).map(field =>
  writePath({ parts: ['brand', ...field.split('.')], data: false, depth: 0 } as hbs.AST.PathExpression, outermost),
)
