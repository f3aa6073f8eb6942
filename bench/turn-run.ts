/**
 * The process of one contender: arguments are `mail`, `pdf` or `image`, and its name. For each message with a number of calls, it
 * makes them in sequence and answers with the milliseconds per call.
 */
import { contenders } from './contenders.ts'
import { answerWith } from './measure.ts'

const [kind, name] = process.argv.slice(2)
const contender = await contenders[kind as keyof typeof contenders][name!]!()
let index = 0

async function timed(calls: number): Promise<number> {
  const start = performance.now()
  for (let call = 0; call < calls; call++) await contender.run(index++)
  return (performance.now() - start) / calls
}

answerWith(timed, () => contender.close?.())
