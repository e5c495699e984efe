/** `npm run backup -- backup.tar`: writes a whole installation to one file, or to standard output with `-`. */
import { BackupError } from './backup/backup-error.ts'
import { describeBackup } from './backup/describe-backup.ts'
import { backUp, backUpToFile } from './backup/run-backup.ts'
import { runBackupCommand } from './backup/run-command.ts'
import { createLog } from './log.ts'

await runBackupCommand(async settings => {
  const [path, ...others] = process.argv.slice(2)
  if (path === undefined || others.length > 0)
    throw new BackupError('Usage: npm run backup -- backup.tar (or - for standard output)')
  const log = createLog('silent', 'backup')
  const isPiped = path === '-'
  const manifest = isPiped
    ? await backUp(settings, process.stdout, log)
    : await backUpToFile(settings, path, log)
  return `Backed up ${describeBackup(manifest)}${isPiped ? '' : ` to ${path}`}.`
})
