import { brandFileName } from '../../../src/brand/brand-file.ts'
import { pageSections, sectionsIn } from '../../../src/document/page-sections.ts'
import { type PageName, pages } from '../../../src/document/pages.ts'
import { orderProblems, type SectionOrder, shippedSections } from '../../../src/document/section-order.ts'
import { readTemplateFiles, type TemplateFiles } from '../../../src/document/template-files.ts'
import { templateFolder } from '../../../src/document/templates.ts'
import { type Finding, findingsIn } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import { placeOfEntry, placeOfKey } from '../settings/brand.ts'
import { walksOf } from './fields.ts'

/**
 * Rules about `sections` in `brand.json`: each entry must name a section, and each section of the package should be named.
 *
 * @param files the folder's templates over the package's, in their own order
 * @param source the text of `brand.json`
 */
export function orderFindings(
  { look, own, files }: Pick<LintedFolder, 'look' | 'own' | 'files'>,
  order: SectionOrder,
  source: string,
): Finding[] {
  const finding = findingsIn(brandFileName, source)
  const shipped = shippedSections(readTemplateFiles(templateFolder, look))
  const wrong = orderProblems(files, order, shipped).map(({ at, ...said }) =>
    finding(placeOfEntry(source, 'sections', at), { rule: 'unknown-section', severity: 'error', ...said }),
  )
  const left = shipped.filter(name => !order.includes(name) && !order.includes(`-${name}`))
  wrong.push(...Object.values(pages).flatMap(({ file }) => pageWithoutMarks(file, own)))
  if (left.length === 0) return wrong
  const [one = ''] = left
  const notListed = finding(placeOfKey(source, 'sections'), {
    rule: 'section-not-listed',
    severity: 'warning',
    message: `the list doesn't name ${left.join(', ')}: each stays behind the section it usually follows`,
    advice: `put "${one}" where it should stand, or write "-${one}" to leave it out`,
  })
  return [...wrong, notListed]
}

function pageWithoutMarks(file: string, own: TemplateFiles): Finding[] {
  const source = own.get(file)
  if (source === undefined || pageSections(source, file)) return []
  const about = {
    rule: 'page-without-marks',
    severity: 'warning',
    message: "this page keeps its own order: sections in brand.json doesn't apply to it",
    advice: 'write {{!-- sections --}} before its sections and {{!-- /sections --}} behind them, or delete the page',
  } as const
  return [findingsIn(file, source)({ line: 1, column: 1 }, about)]
}

/** A section of the merchant's that some pages have and others lack. */
export function missingSectionFindings(folder: LintedFolder): Finding[] {
  const shipped = readTemplateFiles(templateFolder, folder.look)
  const names = new Set([...folder.own.keys()].flatMap(path => nameOf(path) ?? []))
  const used = new Map(
    walksOf(folder).map(({ page, files }) => [page, sectionsIn(files.get(pages[page].file)?.body ?? [])]),
  )
  return [...names]
    .filter(name => !isShipped(name, shipped))
    .flatMap(name => {
      const lacking = [...used].filter(([, sections]) => !sections.includes(name)).map(([page]) => page)
      if (lacking.length === used.size) return []
      return lacking.map(page => missing(name, page, folder))
    })
}

function nameOf(path: string): string | undefined {
  return /^sections\/([\w-]+)\.(?:print\.html|html|txt)\.hbs$/.exec(path)?.[1]
}

function isShipped(name: string, shipped: TemplateFiles): boolean {
  return [...shipped.keys()].some(path => nameOf(path) === name)
}

const without: Record<PageName, string> = { email: 'the mail', print: 'paper', text: 'the plain text' }

function missing(name: string, page: PageName, { own }: LintedFolder): Finding {
  const [path, source] = [...own].find(([each]) => nameOf(each) === name)!
  const { endings, file } = pages[page]
  const hasFile = endings.some(ending => own.has(`sections/${name}${ending}`))
  return findingsIn(path, source)(
    { line: 1, column: 1 },
    {
      rule: 'section-missing',
      severity: 'warning',
      message: `the section ${name} is missing from ${without[page]}`,
      advice: hasFile
        ? `write {{> ${name}}} in ${file}, or name it in brand.json's sections`
        : `write sections/${name}${endings.at(-1)}`,
    },
  )
}
