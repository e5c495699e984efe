/** Images of a text: those that the upload contains are written to files or kept as data URLs; no others are read. */
import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import { normalize } from 'node:path'
import { readDataUrl } from '../../libreoffice/sanitize/images.ts'
import { type ImageContent, type ImageUse, readBookImage } from '../model/book-image.ts'
import { mediaFolderName } from './read-markup.ts'

export interface MarkupImages {
  /** What the writer gets in place of each source. */
  readonly places: ReadonlyMap<string, string>
  /** Of the upload, but unreadable. */
  readonly unreadable: number
  /** Not part of the upload. */
  readonly missing: number
}

export interface ImageRequestOptions {
  readonly outFolder: string
  readonly use: ImageUse
  readonly maxPixels: number
  /** Content that the caller knows by its name, such as the images of a book. */
  readonly known?: (source: string) => Buffer | undefined
  readonly asDataUrls: boolean
}

const maxImages = 10_000

export async function replaceImages(
  sources: readonly string[],
  options: ImageRequestOptions,
): Promise<MarkupImages> {
  const places = new Map<string, string>()
  let [unreadable, missing] = [0, 0]
  const folder = `${options.outFolder}/images`
  if (!options.asDataUrls) await mkdir(folder, { recursive: true })
  for (const source of [...new Set(sources)].slice(0, maxImages)) {
    const bytes = await contentOf(source, options)
    const image = bytes && (await readBookImage(bytes, options.use, options.maxPixels))
    if (bytes === undefined) missing += 1
    else if (image === undefined) unreadable += 1
    else places.set(source, await place(image, `${folder}/${places.size + 1}`, options))
  }
  return { places, unreadable, missing }
}

async function place(
  image: ImageContent,
  path: string,
  { asDataUrls }: ImageRequestOptions,
): Promise<string> {
  if (asDataUrls) return `data:${image.mime};base64,${image.bytes.toString('base64')}`
  const file = `${path}.${image.extension}`
  await writeFile(file, image.bytes)
  return file
}

async function contentOf(
  source: string,
  { outFolder, known }: ImageRequestOptions,
): Promise<Buffer | undefined> {
  const data = known?.(source) ?? readDataUrl(source)
  if (data !== undefined) return data
  const path = normalize(source)
  if (!path.startsWith(`${mediaFolderName}/`)) return undefined
  // Only what pandoc unpacked: a link could lead elsewhere.
  const found = await lstat(`${outFolder}/${path}`).catch(() => undefined)
  return found?.isFile() ? readFile(`${outFolder}/${path}`) : undefined
}

export function imageNotes({ unreadable, missing }: MarkupImages): {
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
} {
  return {
    notes:
      missing === 0
        ? []
        : [
            `${counted(missing, 'image is', 'images are')} not part of the file and ${missing === 1 ? 'was' : 'were'} replaced by ${missing === 1 ? 'its' : 'their'} description: only embedded images are converted.`,
          ],
    warnings: unreadable === 0 ? [] : [`${counted(unreadable, 'image', 'images')} could not be read.`],
  }
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
