/** The part of `npm run doctor` that needs the product itself: what it finds, as JSON. It starts and changes nothing. */
import { readSettings, type Settings, SettingsError } from './config.ts'
import { checkDataFolder } from './doctor/check-data-folder.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkEngines } from './doctor/check-engines.ts'
import { checkMachine } from './doctor/check-machine.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkPort } from './doctor/check-port.ts'
import { checkStorage } from './doctor/check-storage.ts'
import type { Finding } from './doctor/finding.ts'

const about = { area: 'settings', name: 'settings' } as const

async function examine(): Promise<Finding[]> {
  try {
    const settings = readSettings(process.env)
    return [{ ...about, status: 'ok', found: 'valid' }, ...(await examineWith(settings))]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    // Every fault is a line of its own; the rest cannot be looked at without settings.
    return error.message.split('\n').map(line => ({
      ...about,
      status: 'problem',
      found: line,
      fix: 'docs/configuration.md says what it may be. Nothing else can be looked at before.',
    }))
  }
}

async function examineWith(settings: Settings): Promise<Finding[]> {
  const asked = await Promise.all([
    checkDataFolder(settings),
    checkDatabase(settings),
    checkStorage(settings),
    checkMail(settings),
    checkPort(settings),
  ])
  // Afterwards: engines that start keep a small machine busy, and who is asked meanwhile would seem not to answer.
  return [...asked.flat(), ...(await checkEngines(settings)), ...checkMachine(settings)]
}

process.stdout.write(`${JSON.stringify(await examine())}\n`, () => process.exit())
