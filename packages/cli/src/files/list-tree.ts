/** Every file of a list of files and folders, with the name it has inside an archive. */
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { InputFile } from '../work/converter.ts'
import { lookAtFile } from './look-at-file.ts'

/** Links inside of folders are not followed: they may lead anywhere, also in circles. */
export async function listTree(paths: readonly string[]): Promise<InputFile[]> {
  const files: InputFile[] = []
  for (const path of paths) {
    const isFolder = await stat(path)
      .then(found => found.isDirectory())
      .catch(() => false)
    if (isFolder) await addFolder(path, basename(resolve(path)), files)
    else files.push(await lookAtFile(path, { mayBeEmpty: true }))
  }
  return files
}

async function addFolder(folder: string, name: string, files: InputFile[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    const nameInside = `${name}/${entry.name}`
    if (entry.isDirectory()) await addFolder(path, nameInside, files)
    else if (entry.isFile()) files.push(await lookAtFile(path, { name: nameInside, mayBeEmpty: true }))
  }
}
