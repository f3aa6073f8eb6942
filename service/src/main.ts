import { merchantCommand } from './cli/merchant.ts'
import { ListenError, serve } from './cli/serve.ts'
import { ConfigError } from './config.ts'
import { DataFolderBusyError } from './database/data-lock.ts'
import { NewerSchemaError } from './database/migrate.ts'

const usage = `counterfoil-service              starts the service; settings are environment variables, see .env.example
counterfoil-service merchant …   manages merchants, their keys and offers; "merchant help" tells how
`

/** Runs one command. Gives the exit code; the service itself runs on until it is told to stop. */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [command = 'serve', ...rest] = args
  try {
    if (command === 'serve') return await serve(environment)
    if (command === 'merchant') return await merchantCommand(rest, environment, process.stdout)
  } catch (error) {
    const told = [ConfigError, DataFolderBusyError, ListenError, NewerSchemaError]
    if (!told.some(kind => error instanceof kind)) throw error
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
  process.stderr.write(usage)
  return command === 'help' || command === '--help' ? 0 : 2
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env)
