import { flushCompileCache } from 'node:module'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { openService } from '../../src/service.ts'
import { readConfig } from '../../src/settings/config.ts'
import { setTrap, type Trap } from './trap.ts'

/** What a victim is told: to open the service, and where to die. */
export interface Order {
  settings: Record<string, string>
  trap: Trap | undefined
}

// The program of a victim. It has loaded the service's code when it says so; then it waits for its order.
process.once('message', async ({ settings, trap }: Order) => {
  if (trap) setTrap(trap)
  const service = await openService(readConfig(settings), openLog('silent'))
  process.send?.({ url: await service.listen() })
  process.once('message', async () => {
    await service.close()
    process.exit(0)
  })
})
process.once('disconnect', () => process.exit(1))
// A process that is killed doesn't keep what it compiled.
flushCompileCache()
process.send?.('warm')
