/** Runs backup or restore as a program: its words on the terminal, and 1 as its exit code when it could not be done. */
import { readSettings, type Settings, SettingsError } from '../config.ts'
import { BackupError } from './backup-error.ts'

/** All words go to the standard error: the standard output may be the backup. */
export async function runBackupCommand(work: (settings: Settings) => Promise<string>): Promise<void> {
  try {
    process.stderr.write(`${await work(readSettings(process.env))}\n`)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${describe(error)}\n`)
  }
}

function describe(error: unknown): string {
  if (error instanceof BackupError) return error.message
  if (error instanceof SettingsError) return `These settings are not valid:\n${error.message}`
  return `It failed, and what was there is still there: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
