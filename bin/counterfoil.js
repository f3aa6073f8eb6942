#!/usr/bin/env node
import module from 'node:module'

module.enableCompileCache?.()
// A reader that has seen enough, such as `head`, closes the pipe; that is no error.
process.stdout.on('error', error => {
  if (error.code !== 'EPIPE') throw error
})
const { main } = await import('../dist/cli.js')
process.exitCode = await main(process.argv.slice(2))
