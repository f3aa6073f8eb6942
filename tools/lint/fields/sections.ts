import { type PageName, pages } from '../../../src/document/pages.ts'
import { nearest } from '../../../src/options/nearest.ts'
import { type Finding, findingsIn } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import type { SectionFault } from './field-use.ts'
import { walksOf } from './fields.ts'

/** Rules about a folder's files: each section named must exist, and each file must be used. */
export function sectionFindings(folder: LintedFolder): Finding[] {
  const walks = walksOf(folder)
  const used = new Set(walks.flatMap(({ files }) => [...files.keys()]))
  return [
    ...walks.flatMap(({ faults }) => faults.flatMap(fault => faultFinding(fault, folder))),
    ...[...folder.own].filter(([path]) => !used.has(path)).map(([path, source]) => unusedFile(path, source, used)),
  ]
}

function faultFinding({ page, trail, node, name, again }: SectionFault, { own, files }: LintedFolder): Finding[] {
  const { file } = trail.at(-1)!
  const source = own.get(file)
  if (source === undefined) return []
  const { line, column } = node.loc.start
  const about = again
    ? {
        rule: 'section-in-itself',
        message: `${again} contains itself, via ${trail.map(step => step.file).join(', ')}`,
        advice: 'remove one of them',
      }
    : { rule: 'no-such-section', message: `there is no section "${name}"`, advice: instead(name, page, files.keys()) }
  return [findingsIn(file, source)({ line, column: column + 1 }, { severity: 'error', ...about })]
}

function instead(name: string, page: PageName, paths: Iterable<string>): string {
  const ending = pages[page].endings.at(-1)!
  const path = name.endsWith('.css') ? name : `sections/${name}${ending}`
  const near = nearest(name, [...paths].map(nameOf))
  return near ? `did you mean {{> ${near}}}? If not, write ${path}` : `write ${path}`
}

/** A file's name in `{{> …}}`. */
function nameOf(path: string): string {
  return path.replace(/^sections\/|(\.print)?\.(html|txt)\.hbs$/g, '')
}

function unusedFile(path: string, source: string, used: ReadonlySet<string>): Finding {
  const meant = usedLike(path, [...used])
  return findingsIn(path, source)(
    { line: 1, column: 1 },
    {
      rule: 'unused-file',
      severity: 'warning',
      message: 'no page uses this file',
      advice: meant
        ? `did you mean ${meant}? A file replaces the package's file at the same path`
        : `use it in a page, {{> ${nameOf(path)}}}, or delete it`,
    },
  )
}

/** The used file with the nearest name, of the same kind, in any folder. */
function usedLike(path: string, used: readonly string[]): string | undefined {
  const alike = used.filter(each => kindOf(each) === kindOf(path))
  const near = nearest(nameOf(path), alike.map(nameOf))
  return near === undefined ? undefined : alike.find(each => nameOf(each) === near)
}

/** `print.html.hbs`, `txt.hbs`, `css`. */
function kindOf(path: string): string {
  return path.replace(/^.*\//, '').split('.').slice(1).join('.')
}
