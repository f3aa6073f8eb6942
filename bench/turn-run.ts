/**
 * The process of one contender: arguments are `mail` or `pdf`, and its name. For each message with a number of calls, it
 * makes them in sequence and answers with the milliseconds per call.
 */
import { mailContenders, pdfContenders } from './contenders.ts'

const [kind, name] = process.argv.slice(2)
const contender = await (kind === 'pdf' ? pdfContenders : mailContenders)[name!]!()
let index = 0

process.on('message', async (calls: number) => {
  const start = performance.now()
  for (let call = 0; call < calls; call++) await contender.run(index++)
  process.send!((performance.now() - start) / calls)
})
process.on('disconnect', async () => {
  await contender.close?.()
  process.exit()
})
process.send!('ready')
