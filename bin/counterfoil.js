#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`counterfoil needs Node.js 22.12 or newer, and this is ${process.versions.node}.\n`)
  process.exit(1)
}
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
