#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

// The published package has the built files; a clone has none at first.
const built = new URL('../dist/cli.js', import.meta.url)
if (!existsSync(built)) {
  process.stderr.write('counterfoil is not built yet: run "npm run build" in its folder.\n')
  process.exit(1)
}
module.enableCompileCache?.()
// A reader that has seen enough, such as `head`, closes the pipe; that is no error.
process.stdout.on('error', error => {
  if (error.code !== 'EPIPE') throw error
})
const { main } = await import(built.href)
process.exitCode = await main(process.argv.slice(2))
