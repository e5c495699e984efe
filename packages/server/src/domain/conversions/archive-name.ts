/** Names an archive after its only file or its common folder, otherwise `archive`. */
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { cleanFileName } from '../uploads/clean-file-name.ts'

export function archiveName(files: readonly { readonly name: string }[], format: FormatId): string {
  const extension = formatExtension(format)
  const [only, ...others] = files
  if (only && others.length === 0) return `${cleanFileName(only.name).replace(/\.[^.]+$/, '')}.${extension}`
  const folders = new Set(files.map(({ name }) => (name.includes('/') ? name.split('/')[0] : undefined)))
  const [folder] = folders
  return `${folders.size === 1 && folder ? cleanFileName(folder) : 'archive'}.${extension}`
}
