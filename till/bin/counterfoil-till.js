#!/usr/bin/env node
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(`The till needs Node.js 22.22 or newer, and this is ${process.versions.node}.\n`)
  process.exit(1)
}
// The published package has the built files; a clone runs its source.
const source = new URL('../src/main.ts', import.meta.url)
const { main } = await import(existsSync(source) ? source.href : '../dist/main.js')
const code = await main(process.argv.slice(2), process.env)
// A question to a silent name server would keep the process for half a minute.
process.stdout.write('', () => process.exit(code || process.exitCode))
