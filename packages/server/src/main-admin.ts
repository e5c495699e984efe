/** `npm run admin`: manages operators and granted plans from the command line, whether or not the product is running. */
import { parseArgs } from 'node:util'
import { createArgon2PasswordHasher } from './adapters/argon2/argon2-password-hasher.ts'
import { adminUsage, runAdminCommand, UsageError } from './admin-commands.ts'
import { readSettings } from './config.ts'
import { createLog } from './log.ts'
import { openServices } from './open-services.ts'
import { readPassword } from './read-password.ts'

/** Unix convention: 1 for a failed command, 2 for wrong usage. */
const exitCodes = { refused: 1, misused: 2 }

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { until: { type: 'string' }, 'password-stdin': { type: 'boolean', default: false } },
    })
  } catch {
    throw new UsageError(adminUsage)
  }
}

async function run(): Promise<string> {
  const { values, positionals } = readArguments()
  if (positionals.length === 0) throw new UsageError(adminUsage)
  const services = await openServices(readSettings(process.env), createLog('silent', 'admin'), 'admin')
  try {
    const deps = {
      ...services,
      passwords: await createArgon2PasswordHasher(),
      readPassword: () => readPassword(values['password-stdin']),
    }
    return await runAdminCommand(deps, positionals, values.until)
  } finally {
    await services.close()
  }
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof UsageError ? exitCodes.misused : exitCodes.refused
}
