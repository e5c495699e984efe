/** Lists the files of folders, with names that begin at the folder. */
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { InputFile } from '../tasks/converter.ts'
import { inspectFile } from './inspect-file.ts'

/** Does not follow symbolic links inside folders: they may point outside the folder or form a loop. */
export async function listTree(paths: readonly string[]): Promise<InputFile[]> {
  const files: InputFile[] = []
  for (const path of paths) {
    if (await isFolder(path)) await addFolder(path, basename(resolve(path)), files)
    else files.push(await inspectFile(path, { mayBeEmpty: true }))
  }
  return files
}

export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
}

async function addFolder(folder: string, name: string, files: InputFile[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    const archivePath = `${name}/${entry.name}`
    if (entry.isDirectory()) await addFolder(path, archivePath, files)
    else if (entry.isFile()) files.push(await inspectFile(path, { name: archivePath, mayBeEmpty: true }))
  }
}
