import { type PageName, pages } from '../../../src/document/pages.ts'
import { type Finding, findingsIn } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import { fieldFault, misplaced } from './field-fault.ts'
import { isUnknown } from './scope.ts'
import { type Walk, walkPage } from './walk.ts'

/**
 * Rules about the fields that templates name: each must exist, and must be text where it is printed. A section that is
 * wrong in several places is reported once.
 */
export function fieldFindings(folder: LintedFolder): Finding[] {
  const found = new Map<string, Finding>()
  for (const use of walksOf(folder).flatMap(({ uses }) => uses)) {
    const at = use.trail.findLastIndex(step => folder.own.has(step.file))
    if (at < 0) continue
    const { file } = use.trail[at]!
    const section = use.trail[at + 1]?.by
    const { line, column } = (section ?? use.node).loc.start
    const place = `${file} ${line} ${column}`
    const fault = found.has(place) ? undefined : section ? misplaced(use, nameOf(section)) : fieldFault(use)
    if (!fault) continue
    const finding = findingsIn(file, folder.own.get(file)!)
    found.set(place, finding({ line, column: column + 1 }, { severity: 'error', ...fault }))
  }
  return [...found.values()]
}

function nameOf(section: hbs.AST.PartialStatement): string {
  return (section.name as hbs.AST.PathExpression).original
}

/**
 * The view fields that a page prints, as type paths: `items.groups.items.name`. Lists have no index; a record's entry is
 * `extra.*`, an image's `images.*.src`. A helper's arguments count as printed; a field only tested by `{{#if}}` does not.
 */
export function printedFields(folder: LintedFolder, page: PageName): Set<string> {
  const { uses } = walksOf(folder).find(walk => walk.page === page)!
  return new Set(
    uses.flatMap(({ how, found }) =>
      (how === 'printed' || how === 'given') && !isUnknown(found) ? [found.typePath] : [],
    ),
  )
}

/** The pages of a folder, walked once for all rules. */
export function walksOf(folder: LintedFolder): readonly Walk[] {
  const walks = walked.get(folder) ?? (Object.keys(pages) as PageName[]).map(page => walkPage(folder, page))
  walked.set(folder, walks)
  return walks
}

const walked = new WeakMap<LintedFolder, readonly Walk[]>()
