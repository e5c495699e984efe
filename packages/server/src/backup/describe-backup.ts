/** Summarizes a backup in one line for a terminal. */
import type { Manifest } from './manifest.ts'

export function describeBackup({ createdAt, database, objects }: Manifest): string {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
  const missing = objects.missingKeys.length
  const missingNote = missing === 0 ? '' : `; ${missing} more files were deleted before they could be read`
  return `${rows} rows and ${objects.count} files (${describeBytes(objects.sizeBytes)}), created ${createdAt}${missingNote}`
}

function describeBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}
