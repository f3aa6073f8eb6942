import { expect } from 'vitest'
import { thorough } from '../../test/support/scope.ts'
import { authorization, embeddedIn, receipt, receiptsPath, run, withFolder } from '../bench/stage.ts'

thorough('the service that the bench measures, and the one without statistics, accept receipts', () =>
  withFolder(async folder => {
    for (const preload of [[], ['without-statistics.ts']]) {
      const server = await run('server.ts', embeddedIn(folder).settings, preload)
      try {
        const answer = await fetch(`${server.address}${receiptsPath}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: receipt(preload.length),
        })
        expect(answer.status).toBe(200)
      } finally {
        await server.stop()
      }
    }
  }),
)
