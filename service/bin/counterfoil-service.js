#!/usr/bin/env node
import { existsSync } from 'node:fs'

// The published package has the built files; a clone runs its source.
const source = new URL('../src/main.ts', import.meta.url)
const { main } = await import(existsSync(source) ? source.href : '../dist/main.js')
process.exitCode = await main(process.argv.slice(2), process.env)
