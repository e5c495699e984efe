/** Texts in Markdown of a folder, of which each becomes one document with the images that it shows. */
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatExtension } from '@filesmith/contract/formats'
import { imagesOfText, isPackedText } from '@filesmith/contract/packed-text'
import { writeZip, type ZipEntry } from '@filesmith/engines/write-zip'
import type { InputFile } from '../tasks/converter.ts'
import { inspectFile } from './inspect-file.ts'
import { isFolder, listTree } from './list-tree.ts'

export interface FolderText {
  readonly text: InputFile
  /** None: it is converted as it is. */
  readonly images: readonly InputFile[]
}

/** Undefined if the path is not a folder, or no text in it shows an image of the folder. */
export async function textsOfFolder(path: string): Promise<readonly FolderText[] | undefined> {
  if (!(await isFolder(path))) return undefined
  const files = await listTree([path])
  const byName = new Map(files.map(file => [file.name, file]))
  const names = new Set(byName.keys())
  const texts: FolderText[] = []
  for (const text of files.filter(({ name }) => isPackedText(name))) {
    const content = await readFile(text.path, 'utf8')
    const images = imagesOfText(content, text.name, names).flatMap(name => byName.get(name) ?? [])
    texts.push({ text, images })
  }
  return texts.some(({ images }) => images.length > 0) ? texts : undefined
}

/** The result is written beside the text. */
export async function packText({ text, images }: FolderText, path: string): Promise<InputFile> {
  if (images.length === 0) return inspectFile(text.path)
  await pipeline(Readable.from(writeZip(entriesOf([text, ...images]))), createWriteStream(path))
  const name = `${basename(text.path).replace(/\.[^.]*$/, '')}.${formatExtension('textpack')}`
  return { ...(await inspectFile(path, { name })), resultBeside: text.path }
}

async function* entriesOf(files: readonly InputFile[]): AsyncGenerator<ZipEntry> {
  for (const { name, path } of files) yield { name, data: path }
}

export function packPath(folder: string, index: number): string {
  return join(folder, `${index}.${formatExtension('textpack')}`)
}
