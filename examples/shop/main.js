import { parseArgs } from 'node:util'
import { runDay } from './day.js'
import { tableOf } from './judge.js'

/** `npm run shop -- --tills 40 --hours 10 --speed 100 --seed 7`: a day of sales under a bad network, power cuts and crashes. */
const { values } = parseArgs({
  options: {
    tills: { type: 'string', default: '40' },
    hours: { type: 'string', default: '10' },
    speed: { type: 'string', default: '100' },
    seed: { type: 'string', default: '7' },
  },
})
const [tills, hours, speed, seed] = ['tills', 'hours', 'speed', 'seed'].map(name => Number(values[name]))
const verdict = await runDay({ tills, hours, speed, seed, say: text => process.stderr.write(`${text}\n`) })
process.stdout.write(tableOf(verdict))
process.exitCode = verdict.broken.length > 0 ? 1 : 0
