import { brandFileName } from '../../../src/brand/template-folder.ts'
import { sectionsIn } from '../../../src/document/language/splice.ts'
import { orderProblems, pageSections, type SectionOrder, shippedSections } from '../../../src/document/section-order.ts'
import { type PageName, pages, type TemplateFiles } from '../../../src/document/template-files.ts'
import { nearest } from '../../../src/options/nearest.ts'
import { type Finding, fileStart, findingIn, type LintedFolder, placeOf, placeOfEntry, reportInto } from '../finding.ts'
import { pageNames, type SectionFault, walksOf } from './walk.ts'

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
  const file = trail.at(-1)?.file ?? ''
  const source = own.get(file)
  if (source === undefined) return []
  const about = again
    ? {
        rule: 'section-in-itself',
        message: `${again} contains itself, via ${trail.map(step => step.file).join(', ')}`,
      }
    : { rule: 'no-such-section', message: `there is no section "${name}"`, advice: instead(name, page, files.keys()) }
  return [findingIn(file, source, placeOf(node), about)]
}

function instead(name: string, page: PageName, paths: Iterable<string>): string {
  const ending = pages[page].endings.at(-1) ?? ''
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
  return findingIn(path, source, fileStart, {
    rule: 'unused-file',
    message: 'no page uses this file',
    advice: meant
      ? `did you mean ${meant}? A file replaces the package's file at the same path`
      : `use it in a page, {{> ${nameOf(path)}}}, or delete it`,
  })
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

/** A section of the merchant's that some pages have and others lack. */
export function missingSectionFindings(folder: LintedFolder): Finding[] {
  const isShipped = (name: string) => [...folder.shipped.keys()].some(path => sectionOf(path) === name)
  const names = new Set([...folder.own.keys()].flatMap(path => sectionOf(path) ?? []))
  const used = new Map(
    walksOf(folder).map(({ page, files }) => [page, sectionsIn(files.get(pages[page].file)?.body ?? [])]),
  )
  return [...names]
    .filter(name => !isShipped(name))
    .flatMap(name => {
      const lacking = [...used].filter(([, sections]) => !sections.includes(name)).map(([page]) => page)
      if (lacking.length === used.size) return []
      return lacking.map(page => missing(name, page, folder))
    })
}

function sectionOf(path: string): string | undefined {
  return /^sections\/([\w-]+)\.(?:print\.html|html|txt)\.hbs$/.exec(path)?.[1]
}

function missing(name: string, page: PageName, { own }: LintedFolder): Finding {
  // biome-ignore lint/style/noNonNullAssertion: its name is from one of their paths
  const [path, source] = [...own].find(([each]) => sectionOf(each) === name)!
  const { endings, file } = pages[page]
  const hasFile = endings.some(ending => own.has(`sections/${name}${ending}`))
  return findingIn(path, source, fileStart, {
    rule: 'section-missing',
    message: `the section ${name} is missing from ${pageNames[page]}`,
    advice: hasFile
      ? `write {{> ${name}}} in ${file}, or name it in brand.json's sections`
      : `write sections/${name}${endings.at(-1)}`,
  })
}

/**
 * Rules about `sections` in `brand.json`: each entry must name a section, and each page must have marks.
 *
 * @param folder with its pages in their own order
 * @param source the text of `brand.json`
 */
export function orderFindings({ own, files, shipped }: LintedFolder, order: SectionOrder, source: string): Finding[] {
  const findings: Finding[] = []
  const report = reportInto(findings, brandFileName, source)
  for (const { at, ...problem } of orderProblems(files, order, shippedSections(shipped)))
    report(placeOfEntry(source, 'sections', at), { rule: 'unknown-section', ...problem })
  return [...findings, ...Object.values(pages).flatMap(({ file }) => pageWithoutMarks(file, own))]
}

function pageWithoutMarks(file: string, own: TemplateFiles): Finding[] {
  const source = own.get(file)
  if (source === undefined || pageSections(source, file)) return []
  const fault = {
    rule: 'page-without-marks',
    message: "this page keeps its own order: sections in brand.json doesn't apply to it",
  }
  return [findingIn(file, source, fileStart, fault)]
}
