/** The part of `npm run doctor` that needs the product's code: prints its findings as JSON. Starts and changes nothing. */
import { readSettings, type Settings, SettingsError } from './config.ts'
import { checkDataFolder } from './doctor/check-data-folder.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkEngines } from './doctor/check-engines.ts'
import { checkMachine } from './doctor/check-machine.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkPort } from './doctor/check-port.ts'
import { checkSignIn } from './doctor/check-sign-in.ts'
import { checkStorage } from './doctor/check-storage.ts'
import type { Finding } from './doctor/finding.ts'

const about = { area: 'settings', name: 'settings' } as const

async function runChecks(): Promise<Finding[]> {
  try {
    const settings = readSettings(process.env)
    return [{ ...about, status: 'ok', found: 'valid' }, ...(await checkInstallation(settings))]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    // One finding per invalid setting; the other checks need valid settings.
    return error.message.split('\n').map(line => ({
      ...about,
      status: 'problem',
      found: line,
      fix: 'See docs/configuration.md for valid values. The other checks run once the settings are valid.',
    }))
  }
}

async function checkInstallation(settings: Settings): Promise<Finding[]> {
  const findings = await Promise.all([
    checkDataFolder(settings),
    checkDatabase(settings),
    checkStorage(settings),
    checkMail(settings),
    checkPort(settings),
    checkSignIn(settings),
  ])
  // Last: starting engines saturates a small machine, and the checks above would time out.
  return [...findings.flat(), ...(await checkEngines(settings)), ...checkMachine(settings)]
}

process.stdout.write(`${JSON.stringify(await runChecks())}\n`, () => process.exit())
