#!/usr/bin/env node
import { existsSync } from 'node:fs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`The service needs Node.js 24 or newer, and this is ${process.versions.node}.\n`)
  process.exit(1)
}
// The published package has the built files; a clone runs its source.
const source = new URL('../src/main.ts', import.meta.url)
const { main } = await import(existsSync(source) ? source.href : '../dist/main.js')
process.exitCode = await main(process.argv.slice(2), process.env)
