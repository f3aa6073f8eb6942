import { parseTemplate } from '../../../src/document/language/parse.ts'
import type { TemplateFiles } from '../../../src/document/template-files.ts'
import { TemplateError } from '../../../src/errors.ts'
import { createBoundedCache } from '../../../src/locale/bounded-cache.ts'
import { type Finding, ifUsable, type LintedFolder, reportInto } from '../finding.ts'
import { branchRule } from './branches.ts'
import { claimRules } from './claims.ts'
import type { Inside, Piece } from './html-pieces.ts'
import { scanHtml } from './scan-html.ts'
import { tagRules } from './tags.ts'
import { bareWordsOfHtml, bareWordsOfText, lineBreakRule } from './words.ts'

/** Rules about a template's HTML and text: words, tags, attributes, line breaks. */
export function markupFindings({ own, files }: LintedFolder): Finding[] {
  const findings: Finding[] = []
  for (const [path, pieces] of scanFolder(files)) {
    const source = own.get(path)
    if (source === undefined) continue
    const report = reportInto(findings, path, source)
    bareWordsOfHtml(pieces, report)
    tagRules(pieces, isForPaper(path), report)
    lineBreakRule(pieces, report)
    if (path !== mailPage) claimRules(pieces, report)
    if (!isForPaper(path)) branchRule(pieces, report)
  }
  for (const [path, source] of own) {
    if (path.endsWith('.txt.hbs')) bareWordsOfText(parsed(path, source), reportInto(findings, path, source))
  }
  return findings
}

/** The page that is never printed. */
const mailPage = 'email.html.hbs'

/** Whether a template is for paper only; `sections/x.html.hbs` is for mail, and for paper if that has no version. */
function isForPaper(path: string): boolean {
  return /(^|\.)print\.html\.hbs$/.test(path)
}

/** The HTML templates of a folder with their pieces. Invalid Handlebars is left to other rules. */
type ScannedFiles = ReadonlyMap<string, readonly Piece[]>

/** Scans the HTML templates of a folder, once for all rules. */
export function scanFolder(files: TemplateFiles): ScannedFiles {
  const scanned = known.get(files) ?? scan(files)
  known.set(files, scanned)
  return scanned
}

const known = new WeakMap<TemplateFiles, ScannedFiles>()

function scan(files: TemplateFiles): ScannedFiles {
  const templates = [...files].flatMap(([path, source]) => {
    if (!path.endsWith('.html.hbs')) return []
    const scanned = scannedLately.get(`${path}\n${source}`, () => {
      const template = parsed(path, source)
      return template && { path, template, pieces: scanHtml(template) }
    })
    return scanned ?? []
  })
  const places = insideOf(templates.flatMap(({ pieces }) => pieces))
  return new Map(
    templates.map(({ path, template, pieces }) => {
      const inside = places.get(/^sections\/([\w-]+)\./.exec(path)?.[1] ?? '') ?? 'element'
      return [path, inside === 'element' ? pieces : scanHtml(template, inside)]
    }),
  )
}

/** Most are the package's, those of a look and of paper as well. */
const scannedLately = createBoundedCache<{ path: string; template: hbs.AST.Program; pieces: Piece[] } | undefined>(600)

/** What contains each section; `element` if several do. */
function insideOf(pieces: readonly Piece[]): Map<string, Inside> {
  const places = new Map<string, Inside>()
  for (const piece of pieces) {
    if (piece.kind !== 'section') continue
    const before = places.get(piece.name) ?? piece.inside
    places.set(piece.name, before === piece.inside ? before : 'element')
  }
  return places
}

/** The syntax tree of a template; undefined if it is not valid Handlebars. */
function parsed(path: string, source: string): hbs.AST.Program | undefined {
  return ifUsable(TemplateError, () => parseTemplate(source, path))
}
