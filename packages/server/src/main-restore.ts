/** `npm run restore -- backup.tar`: restores a backup into a stopped installation. */
import { parseArgs } from 'node:util'
import { BackupError } from './backup/backup-error.ts'
import { describeBackup } from './backup/describe-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { runBackupCommand } from './backup/run-command.ts'
import { createLog } from './log.ts'

await runBackupCommand(async settings => {
  const { path, isReplacing } = readArguments()
  const manifest = await restoreBackup(settings, { path, isReplacing }, createLog('silent', 'restore'))
  return `Restored ${describeBackup(manifest)}. Filesmith can be started now.`
})

function readArguments(): { path: string; isReplacing: boolean } {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path, ...others] = positionals
    if (path !== undefined && others.length === 0) return { path, isReplacing: values.replace }
  } catch {
    // Reported below, like any other wrong usage.
  }
  throw new BackupError(
    'Usage: npm run restore -- backup.tar [--replace] (--replace overwrites an existing installation)',
  )
}
