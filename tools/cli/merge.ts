import { createEngine } from '../../src/engine.ts'
import { CounterfoilError, OptionError } from '../../src/errors.ts'
import { readArgs, readBytes, UsageError, writeFile } from './files.ts'
import { aboutField, once, receiptArgs, receiptOptionsOf } from './receipt-options.ts'

/**
 * `counterfoil merge FILE… --out DAY.pdf`: writes one PDF of receipts (JSON) and of PDFs that were made of some, in the order of the files.
 * Nothing is written if one can't be merged.
 */
export async function merge(args: readonly string[]): Promise<number> {
  const { values, positionals: files } = readArgs(args, {
    ...receiptArgs,
    out: { type: 'string' },
    title: { type: 'string' },
  })
  if (!files.length) throw new UsageError('merge needs at least one file: counterfoil merge FILE… --out DAY.pdf')
  if (!values.out) throw new UsageError('merge needs an output file: --out DAY.pdf')
  const { asked, engineOptions } = receiptOptionsOf(values)
  const warn = once(warning => process.stderr.write(warning))
  await using engine = await createEngine({ ...engineOptions, onMissingField: missing => warn(aboutField(missing)) })
  const parts = files.map(readBytes)
  const pdf = await engine.merge(parts, { ...asked, title: values.title }).catch(error => {
    if (!(error instanceof CounterfoilError)) throw error
    throw new OptionError(
      error.message.replace(/parts\[(\d+)\](?:: |\.)/g, (_, place) => `${files[place]}: `),
      {
        cause: error,
      },
    )
  })
  writeFile(values.out, pdf)
  process.stderr.write(`${files.length} merged into ${values.out}\n`)
  return 0
}
