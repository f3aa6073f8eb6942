import { summary, takeTurns } from './measure.ts'
import { short } from './table.ts'

// `npm run bench:mail`, each night: fails if a mail has become a third slower beside a peer in the same run, for which it installs
// nothing. Of many short turns it takes the least, because a busy machine lengthens some of each; and it measures again before it fails.

const peer = 'handlebars + juice + bwip-js'

/** How many times as fast as the peer a mail must be: a third less than the 25 times on a quiet machine in 2026. */
const least = 19

let times = 0
for (let run = 0; run < 3 && times < least; run++) {
  const turns = await takeTurns('mail', ['counterfoil', peer], { rounds: 60, turn: 25, warmUp: 2000 }, 'cpu')
  const [own, its] = ['counterfoil', peer].map(name => summary(turns.get(name) ?? []).least)
  times = (its ?? 0) / (own ?? 1)
  console.log(`A mail of 20 goods is ${short(times)} × as fast as with ${peer}; it must be ${least} ×.`)
}
if (times < least) process.exitCode = 1
