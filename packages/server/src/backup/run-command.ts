/** Entry point shared by backup and restore: prints the result or error, and exits with 1 on failure. */
import { readSettings, type Settings, SettingsError } from '../config.ts'
import { BackupError } from './backup-error.ts'

/** Messages go to standard error: standard output may carry the backup. */
export async function runBackupCommand(command: (settings: Settings) => Promise<string>): Promise<void> {
  try {
    process.stderr.write(`${await command(readSettings(process.env))}\n`)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${describe(error)}\n`)
  }
}

function describe(error: unknown): string {
  if (error instanceof BackupError) return error.message
  if (error instanceof SettingsError) return `Invalid settings:\n${error.message}`
  return `Failed, nothing was changed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
