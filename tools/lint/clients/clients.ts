import { splicePage } from '../../../src/document/language/splice.ts'
import type { TemplateFiles } from '../../../src/document/template-files.ts'
import { TemplateError } from '../../../src/errors.ts'
import { type Finding, fileStart, findingIn, ifUsable, type LintedFolder } from '../finding.ts'
import { classesOf, joinParts, type Piece } from '../markup/html-pieces.ts'
import { scanHtml } from '../markup/scan-html.ts'
import { stylesheetUses } from './css-features.ts'
import { type ElementsOf, type FeatureUse, styleElement } from './declaration-features.ts'
import { templateUses } from './html-features.ts'
import { adviceOn, clientFeatures, clientPhrase, clientsNamed, notesOf, supportOf } from './mail-clients.ts'
import { noteLimits } from './note-limits.ts'

/**
 * Checks the mail against client support as tested by caniemail.com: one finding per feature and file, at the first place
 * where some client lacks it. An error if no client has it and the mail suffers, or if one drops more than the feature;
 * else a warning.
 *
 * @param clients some of `clientNames`: `gmail`, `outlook.windows`, `all`
 * @throws OptionError for an unknown client
 */
export function clientFindings({ own, files }: LintedFolder, clients: readonly string[]): Finding[] {
  const named = clientsNamed(clients)
  const templates = mailTemplates(files)
  const elementsOf = classElements([...templates.values()].flat())
  return [...own].flatMap(([path, source]) => {
    return lacking(usesIn(path, source, elementsOf, templates.get(path)), named).flatMap(lack =>
      lack.uses
        .slice(0, 1)
        .map(({ at }) => findingIn(path, source, at, { rule: 'client-support', ...severityAndText(lack, named) })),
    )
  })
}

/** The mail's templates. Other rules report what prevents assembling the page. */
function mailTemplates(files: TemplateFiles): ReadonlyMap<string, Piece[]> {
  const templates = new Map<string, Piece[]>()
  ifUsable(TemplateError, () =>
    splicePage(files, 'email', (path, tree) => {
      if (path.endsWith('.hbs')) templates.set(path, scanHtml(tree))
    }),
  )
  return templates
}

function classElements(pieces: readonly Piece[]): ElementsOf {
  const tags = pieces.filter(piece => piece.kind === 'tag')
  const names = Map.groupBy(
    tags.flatMap(tag => classesOf(tag).map(className => ({ className, name: tag.name }))),
    ({ className }) => className,
  )
  return className => [...new Set(names.get(className)?.map(({ name }) => name))]
}

/** The features that the mail uses in a file: none in files for paper or text. */
function usesIn(path: string, source: string, elementsOf: ElementsOf, template: Piece[] | undefined): FeatureUse[] {
  if (template) return templateUses(template, elementsOf)
  const sheet = joinParts([{ kind: 'text', text: source, at: fileStart }], '')
  if (path === 'email-kept.css') return stylesheetUses(sheet, 'style element', elementsOf)
  return /^(email|variant|brand)\.css$/.test(path) ? stylesheetUses(sheet, 'elements', elementsOf) : []
}

/** A feature used in a file, and the clients that lack it. */
type Lack = ReturnType<typeof lackOfFeature>

function lacking(uses: readonly FeatureUse[], clients: readonly string[]): Lack[] {
  const bySlug = Map.groupBy(uses, use => use.slug)
  return Array.from(bySlug, ([slug, all]) => lackOfFeature(slug, all, clients))
}

function lackOfFeature(slug: string, all: readonly FeatureUse[], clients: readonly string[]) {
  const lost = new Set<FeatureUse>()
  const none: string[] = []
  const inPart = new Map<string, string[]>()
  for (const client of clients) {
    const found = all.map(use => ({ use, lacks: lackOf(use, client) })).filter(({ lacks }) => lacks !== undefined)
    if (!found.length) continue
    for (const { use } of found) lost.add(use)
    const notes = new Set(found.flatMap(({ lacks }) => lacks as 'none' | string[]))
    const missing = [...notes].join(' ')
    if (notes.has('none')) none.push(client)
    else inPart.set(missing, [...(inPart.get(missing) ?? []), client])
  }
  /** The places where one of the clients lacks it, in order. */
  const uses = [...lost].sort((one, other) => one.at.line - other.at.line || one.at.column - other.at.column)
  /** `inPart`: what is missing where support is partial, with the clients. */
  return { slug, uses, none, inPart }
}

function severityAndText({ slug, uses, none, inPart }: Lack, clients: readonly string[]) {
  const { advice, fine } = adviceOn(slug)
  const takesMore = [...inPart.keys()].some(notes => /whole .* stripped/.test(notes))
  const places = uses.length > 1 ? `, ${uses.length} places` : ''
  return {
    severity: takesMore || (none.length === clients.length && !fine) ? ('error' as const) : ('warning' as const),
    message: `${supportPhrase(clientFeatures[slug]?.title ?? slug, none, inPart)} (caniemail: ${slug}${places})`,
    advice,
  }
}

function supportPhrase(title: string, none: Lack['none'], inPart: Lack['inPart']): string {
  const parts = [
    ...(none.length ? [['no support', clientPhrase(none)]] : []),
    ...Array.from(inPart, ([notes, some]) => [
      'only partial support',
      clientPhrase(some) + (notes && `: ${notes.replace(/\.$/, '')}`),
    ]),
  ]
  return parts.map(([how, where], index) => `${how}${index ? '' : ` for ${title}`} in ${where}`).join('; ')
}

/**
 * What a client lacks of a feature at this place: `none` if it has no support, caniemail.com's notes on what is missing if
 * support is partial, undefined if all is well here or unknown.
 */
function lackOf(use: FeatureUse, client: string): 'none' | string[] | undefined {
  if (use.under.some(slug => supportOf(slug, client) === 'n') || isHidden(use, client)) return undefined
  const support = supportOf(use.slug, client)
  if (support === 'n') return 'none'
  if (support !== 'a') return undefined
  const notes = notesOf(use.slug, client)
  const matter = notes.filter(note => noteMatters(note, use))
  return notes.length && !matter.length ? undefined : matter
}

/** Hiding something in one way the client supports is enough. */
function isHidden({ beside }: FeatureUse, client: string): boolean {
  if (!beside.includes('display: none')) return false
  const knows = (slug: string) => supportOf(slug, client) !== 'n'
  return (
    knows('css-display-none') || (beside.includes('max-height: 0') && knows('css-max-height') && knows('css-overflow'))
  )
}

/** Whether a note applies to this place. A note without limits applies everywhere. */
function noteMatters(note: string, use: FeatureUse): boolean {
  // Gmail's apps drop the style element for other providers' accounts; that is reported once, for the element.
  if (use.under.includes(styleElement) && /^(Not supported|Doesn.t work) with non Google/.test(note)) return false
  const limit = noteLimits[use.slug]?.find(([words]) => words.test(note))
  return limit ? limit[1](use) : true
}
