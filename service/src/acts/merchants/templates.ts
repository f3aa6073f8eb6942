import { CounterfoilError } from 'counterfoil'
import { papers, variants } from 'counterfoil/internal'
import { z } from 'zod'
import { InvalidInputError } from '../../basics/errors/errors.ts'
import type { Documents } from '../../merchants/documents.ts'
import { ChangedMeanwhileError, readMerchant, saveTemplates } from '../../merchants/merchants.ts'
import { problemOf } from '../../merchants/templates/examine.ts'
import { errorsToday } from '../../merchants/templates/examiner.ts'
import { readSample, samples, usualSample } from '../../merchants/templates/samples.ts'
import { trySettings } from '../../merchants/templates/try-settings.ts'
import { maxUpload, templatesInput } from '../../merchants/templates/upload.ts'
import {
  findVersion,
  keepVersion,
  listVersions,
  maxVersions,
  type StoredVersion,
  type TemplateVersion,
} from '../../merchants/templates/versions.ts'
import { type ActContext, act, BodyAnswer, UnknownTargetError } from '../act.ts'

const finding = z
  .object({
    severity: z.enum(['error', 'warning']).describe('With an error, the version can’t be published.'),
    file: z.string().describe('Path in the folder.'),
    line: z.number().describe('Counts from 1.'),
    column: z.number().describe('Counts from 1.'),
    message: z.string().describe('What is wrong.'),
    advice: z.string().describe('What to do about it.'),
  })
  .meta({ id: 'TemplateFinding' })

const version = z
  .object({
    number: z.number().describe('Counts the merchant’s uploads from 1.'),
    files: z.number().describe('How many files it has.'),
    bytes: z.number().describe('Bytes of all of them.'),
    errors: z.number().describe('How many findings are errors.'),
    warnings: z.number().describe('How many are warnings.'),
    uploadedAt: z.string().describe('ISO 8601, UTC.'),
    uploadedBy: z
      .string()
      .describe('As in the audit trail: an admin token’s name, or `person:` or `command:` and who.'),
    publishedAt: z.string().optional().describe('When it was last published; absent if it never was.'),
    isPublished: z.boolean().describe('Whether new receipts are drawn with it.'),
  })
  .meta({ id: 'TemplateVersion' })

const examinedVersion = version
  .extend({
    findings: z.array(finding).describe('What the lint found, and what showed when the sample receipts were drawn.'),
  })
  .meta({ id: 'ExaminedTemplateVersion' })

const unknown = { 404: { description: 'The merchant has no such version' } }

/** What a preview shows. */
const previews = ['mail', 'text', 'paper', 'picture'] as const

const previewInput = z.object({
  as: z
    .enum(previews)
    .default('mail')
    .describe('`mail`: the page, in HTML. `text`: the mail’s text. `paper`: a PDF. `picture`: the paper as a PNG.'),
  sample: z
    .string()
    .default(usualSample)
    .refine(name => samples().some(sample => sample.name === name), {
      error: () =>
        `must be one of ${samples()
          .map(({ name }) => name)
          .join(', ')}`,
    })
    .describe('Which of the engine’s sample receipts; default `pharmacy`.'),
  variant: z.enum(variants).optional().describe('The look; default: the merchant’s. `gift` is a gift receipt.'),
  paper: z.enum(papers).optional().describe('Default: the merchant’s paper, or else `a4`.'),
})

/** The acts on the templates that a merchant uploads. */
export const templateActs = {
  listTemplates: act({
    id: 'listTemplates',
    at: 'GET /merchants/{merchantId}/templates',
    access: { admin: 'read', console: 'admin', command: 'templates list <merchant>' },
    summary: 'List the templates that a merchant uploaded',
    description: `The newest ${maxVersions}, and the published one. Receipts keep the templates that they were accepted with.`,
    outcomes: {
      200: {
        description: 'The versions, newest first, and the sample receipts for previews',
        schema: z.object({
          versions: z.array(version).describe('Newest first.'),
          samples: z
            .array(
              z.object({
                name: z.string().describe('As a preview takes it.'),
                title: z.string().describe('What it shows.'),
                trade: z.string().describe('The trade of the shop.'),
              }),
            )
            .describe('Sample receipts to look at templates with.'),
        }),
      },
    },
    run: async ({ db, merchant: { id } }) => {
      const [versions, merchant] = await Promise.all([listVersions(db, id), readMerchant(db, id)])
      return {
        versions: versions.map(each => shownVersion(each, merchant?.publishedTemplates)),
        samples: [...samples()],
      }
    },
  }),

  uploadTemplates: act({
    id: 'uploadTemplates',
    at: 'POST /merchants/{merchantId}/templates',
    access: {
      admin: 'settings',
      console: 'admin',
      isUpload: true,
      command: 'templates upload <merchant> --from <folder>',
    },
    summary: 'Upload templates',
    description:
      'A folder as in docs/templates.md, as a zip file or file by file. It is linted in every look and filled with every sample receipt; nothing is published. A folder that can’t be opened is a 422.',
    bodyLimit: maxUpload.body,
    input: templatesInput,
    outcomes: { 201: { description: 'The version, with what was found', schema: examinedVersion } },
    async run({ db, now, merchant, actor, examineTemplates }, sent) {
      const examined = await examineTemplates(merchant.id, sent)
      return examinedShown(await keepVersion(db, merchant.id, examined, { at: now(), by: actor }), undefined)
    },
    audit: (_input, _context, result) =>
      result ? { target: String(result.number), detail: { files: result.files, errors: result.errors } } : {},
    report: ({ log, merchantId }, { number }) =>
      log.info('An administrator uploaded templates', { merchantId, code: String(number) }),
  }),

  showTemplates: act({
    id: 'showTemplates',
    at: 'GET /merchants/{merchantId}/templates/{number}',
    access: { admin: 'read', console: 'admin', command: 'templates show <merchant> <number>' },
    summary: 'Get a version of the templates',
    outcomes: { 200: { description: 'The version, with what was found', schema: examinedVersion }, ...unknown },
    run: async context => {
      const merchant = await readMerchant(context.db, context.merchant.id)
      return examinedShown(await versionOf(context), merchant?.publishedTemplates)
    },
  }),

  previewTemplates: act({
    id: 'previewTemplates',
    at: 'GET /merchants/{merchantId}/templates/{number}/preview',
    access: {
      admin: 'read',
      console: 'admin',
      command:
        'templates preview <merchant> <number> --out <file> [--as <mail|text|paper|picture>] [--sample <name>] [--variant <look>] [--paper <paper>]',
    },
    summary: 'See a sample receipt with a version of the templates',
    description: 'With the merchant’s settings as they are.',
    input: previewInput,
    outcomes: {
      200: {
        description: 'The receipt',
        contentType: 'text/html',
        otherTypes: ['text/plain', 'application/pdf', 'image/png'],
      },
      ...unknown,
    },
    async run(context, { as, sample, variant, paper }) {
      const { engines, merchant, prints } = context
      const { content } = await versionOf(context)
      const { receipt, options } = readSample(sample)
      const draw = async (documents: Documents) => {
        const given = { ...options, ...(variant && { variant }) }
        if (as === 'mail') return new BodyAnswer(await documents.html(receipt, given), 'text/html', framedDocument)
        if (as === 'text') return new BodyAnswer((await documents.email(receipt, given)).text, 'text/plain')
        const onPaper = { ...given, paper: paper ?? merchant.settings.paper ?? 'a4' }
        if (as === 'picture') return new BodyAnswer(await documents.image(receipt, onPaper), 'image/png')
        return new BodyAnswer(await documents.pdf(receipt, onPaper), 'application/pdf')
      }
      const run = () => engines.preview(merchant, draw, { content, isUploaded: true }).catch(refuseUndrawable)
      const isPrinted = as === 'paper' || as === 'picture'
      return isPrinted && prints ? prints.take({ merchantId: merchant.id, run }) : run()
    },
  }),

  publishTemplates: act({
    id: 'publishTemplates',
    at: 'POST /merchants/{merchantId}/templates/{number}/publish',
    access: {
      admin: 'settings',
      console: 'admin',
      isUpload: true,
      command: 'templates publish <merchant> <number>',
    },
    summary: 'Publish a version of the templates',
    description:
      'New receipts are drawn with it; those accepted before keep theirs. Publish an earlier version to roll back. One with errors is a 422.',
    outcomes: { 200: { description: 'The published version', schema: version }, ...unknown },
    async run(context) {
      const stored = await versionOf(context)
      await refuseErrors(context, stored)
      await dress(context, stored.number)
      return shownVersion(await versionOf(context), stored.number)
    },
    report: ({ log, merchantId, target }) =>
      log.info('An administrator published templates', { merchantId, code: target }),
  }),

  withdrawTemplates: act({
    id: 'withdrawTemplates',
    at: 'DELETE /merchants/{merchantId}/published-templates',
    access: { admin: 'settings', console: 'admin', command: 'templates withdraw <merchant>' },
    summary: 'Publish no templates of the merchant’s own',
    description: 'New receipts are drawn with the templates that the settings name, or else the engine’s.',
    outcomes: { 204: { description: 'No uploaded version is published' } },
    run: context => dress(context, undefined),
    report: ({ log, merchantId }) => log.info('An administrator withdrew templates', { merchantId }),
  }),
}

/**
 * In a frame of the console: without scripts or network. Links open in a new tab.
 */
const framedDocument = {
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
}

async function versionOf({ db, merchant, target }: ActContext): Promise<StoredVersion> {
  const stored = /^[1-9]\d{0,8}$/.test(target) ? await findVersion(db, merchant.id, Number(target)) : undefined
  if (!stored) throw new UnknownTargetError(`The merchant has no version "${target}" of its templates.`)
  return stored
}

async function refuseErrors({ examineTemplates, merchant }: ActContext, stored: StoredVersion): Promise<void> {
  const errors = await errorsToday(examineTemplates, merchant.id, stored)
  if (errors.length > 0)
    throw new InvalidInputError({
      templates: errors.map(error => ({ code: 'template', message: problemOf(error) })),
    })
}

/** Has new receipts drawn with a version, or with none. Tried again if the merchant is saved at the same time. */
async function dress(context: ActContext, publishedTemplates: number | undefined): Promise<void> {
  for (let tries = 0; ; tries++) {
    const merchant = await readMerchant(context.db, context.merchant.id)
    if (!merchant) throw new UnknownTargetError('The merchant is gone.')
    const { appearance, problems } = await trySettings(context, { ...merchant, publishedTemplates }).catch(
      refuseUndrawable,
    )
    if (problems.length > 0)
      throw new InvalidInputError({ templates: problems.map(message => ({ code: 'template', message })) })
    try {
      await saveTemplates(context, merchant, { appearance, publishedTemplates })
      return
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError) || tries === 3) throw error
    }
  }
}

/** @throws InvalidInputError for templates with which no receipt can be drawn */
function refuseUndrawable(error: unknown): never {
  const isEngines =
    error instanceof CounterfoilError || (error instanceof Error && /^(?:Template|Locale)Error$/.test(error.name))
  if (!isEngines) throw error
  throw new InvalidInputError({ templates: [{ code: 'template', message: (error as Error).message }] })
}

function shownVersion(
  { number, files, bytes, errors, warnings, uploadedAt, uploadedBy, publishedAt }: TemplateVersion,
  published: number | undefined,
): z.infer<typeof version> {
  return {
    ...{ number, files, bytes, errors, warnings, uploadedAt: new Date(uploadedAt).toISOString(), uploadedBy },
    ...(publishedAt !== undefined && { publishedAt: new Date(publishedAt).toISOString() }),
    isPublished: number === published,
  }
}

function examinedShown(stored: StoredVersion, published: number | undefined) {
  return { ...shownVersion(stored, published), findings: stored.findings }
}
