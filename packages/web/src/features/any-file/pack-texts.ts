/** Packs texts in Markdown with the images that they show, so that each becomes one document with its images. */
import { formatExtension } from '@filesmith/contract/formats'
import { imagesOfText, isPackedText } from '@filesmith/contract/packed-text'
import type { PickedFile } from '../../lib/file-list/picked-file.ts'

export interface TextWithImages {
  readonly text: PickedFile
  /** At least one. */
  readonly images: readonly PickedFile[]
}

/** Longer ones are hardly texts, and would be read whole. */
const maxTextBytes = 16 * 1024 * 1024

/** Of files that were picked together: an address in a text is relative to its folder. */
export async function findTextsWithImages(picked: readonly PickedFile[]): Promise<readonly TextWithImages[]> {
  const byPath = new Map(picked.map(pick => [pick.path, pick]))
  const paths = new Set(byPath.keys())
  const texts = picked.filter(({ file, path }) => isPackedText(path) && file.size <= maxTextBytes)
  const found = await Promise.all(
    texts.map(async text => {
      const content = await text.file.text().catch(() => '')
      const images = imagesOfText(content, text.path, paths).flatMap(path => byPath.get(path) ?? [])
      return { text, images }
    }),
  )
  return found.filter(({ images }) => images.length > 0)
}

export async function packText({ text, images }: TextWithImages): Promise<PickedFile> {
  const { storeZip } = await import('../../lib/store-zip.ts')
  const entries = await Promise.all(
    [text, ...images].map(async ({ file, path }) => ({
      path,
      content: new Uint8Array(await file.arrayBuffer()),
    })),
  )
  const path = `${text.path.replace(/\.[^.]*$/, '')}.${formatExtension('textpack')}`
  const name = path.replace(/^.*\//s, '')
  return { path, file: new File(storeZip(entries), name, { lastModified: text.file.lastModified }) }
}
