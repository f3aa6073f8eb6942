import { isPlainField } from '../../src/document/compile.ts'
import { checkTemplate } from '../../src/document/language/check.ts'
import { addedStyles } from '../../src/document/styles/stylesheet.ts'
import { TemplateError } from '../../src/errors.ts'
import { type Walk, walksOf } from './fields/walk.ts'
import { type Finding, findingIn, type LintedFolder, parted, placeOf } from './finding.ts'

/** Everything the compiler would refuse, in its words: syntax, helpers, blocks, raw markup. */
export function refusalFindings(folder: LintedFolder): Finding[] {
  return walksOf(folder).flatMap(walk => [
    ...walk.broken.flatMap(error => brokenFile(error, folder)),
    ...[...walk.files].flatMap(([path, tree]) => {
      const source = folder.own.get(path)
      if (source === undefined) return []
      return [
        ...refusals(tree, { path, source }, walk),
        ...(isPutOnElements(path) ? logicInStyles(tree, { path, source }) : []),
      ]
    }),
  ])
}

interface File {
  path: string
  source: string
}

function brokenFile({ place, message: whole }: TemplateError, { own }: LintedFolder): Finding[] {
  const source = place && own.get(place.file)
  if (!place || source === undefined) return []
  const { file, line, column } = place
  const [message = ''] = whole.slice(`${file}:${line}:${column}: `.length).split('\n')
  return [findingIn(file, source, { line, column }, { rule: 'syntax', message })]
}

function refusals(tree: hbs.AST.Program, { path, source }: File, { page }: Walk): Finding[] {
  const found: Finding[] = []
  const refuse = (node: hbs.AST.Node, refusal: string) => {
    found.push(findingIn(path, source, placeOf(node), { rule: 'refused', ...parted(refusal, seeDocs) }))
    return new TemplateError(refusal)
  }
  checkTemplate(tree, page === 'text' ? 'text' : 'html', refuse, () => {})
  return found
}

const seeDocs = 'see the template language in docs/templates.md'

/** The inliner fills plain values into styles; it cannot run blocks or helpers. */
function logicInStyles(tree: hbs.AST.Program, { path, source }: File): Finding[] {
  const fault = {
    rule: 'refused',
    message: 'only plain fields work in styles that are inlined',
    advice: 'write {{brand.color}} or another brand field',
  }
  return tree.body
    .filter(node => node.type !== 'ContentStatement' && !isPlainField(node))
    .map(node => findingIn(path, source, placeOf(node), fault))
}

function isPutOnElements(path: string): boolean {
  return path === 'email.css' || path === 'page.css' || (addedStyles as readonly string[]).includes(path)
}
