import { openTill } from '../../src/till.ts'
import { sale } from './sales.ts'

/** Sends one sale and ends its own process at a step, as a power cut would: `kill-program.ts <options as JSON> <number> <step>`. */
const [options = '', number = '', step = ''] = process.argv.slice(2)
const till = await openTill(JSON.parse(options), {
  replays: false,
  reached: reached => {
    if (reached === step) process.kill(process.pid, 'SIGKILL')
  },
})
await till.checkout(sale(number))
await till.close()
process.exitCode = 3
