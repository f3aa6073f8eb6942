import { parseArgs } from 'node:util'
import { fuzzMail } from './fuzz-mail.ts'
import { fuzzPdf } from './fuzz-pdf.ts'

const { values } = parseArgs({
  options: {
    pdf: { type: 'boolean', default: false },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const count = Number(values.count)
process.stderr.write(`--count ${count} --seed ${values.seed}\n`)
const tell = (done: number) => void process.stderr.write(`${done} of ${count}\n`)
const found = await (values.pdf ? fuzzPdf : fuzzMail)(count, Number(values.seed), tell)
process.stdout.write(`${JSON.stringify(found)}\n`)
process.exitCode = found.defects.length === 0 && found.asked === 0 ? 0 : 1
