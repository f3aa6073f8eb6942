/**
 * Makes one email in a new process with the contender named on the command line, and prints the milliseconds since the
 * process started.
 */
import { mailContenders } from './contenders.ts'

const contender = await mailContenders[process.argv[2]!]!()
await contender.run(0)
process.stdout.write(String(performance.now()))
