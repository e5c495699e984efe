/** Collects the images of a book while its pages are read, and reads their content afterwards. */
import { type Book, type BookNode, type BookSection, isElement } from '../model/book.ts'
import { type ImageContent, readBookImage } from '../model/book-image.ts'

export interface ImageCollector {
  /** `image:KEY` for the pages; the content is read later. */
  add(key: string, content: () => Buffer | undefined): string | undefined
  /** Names the readable ones, and leaves the others out of the pages. */
  finish(
    sections: readonly BookSection[],
    coverKey: string | undefined,
  ): Promise<Pick<Book, 'sections' | 'images' | 'cover' | 'warnings'>>
}

const maxImages = 20_000

export function collectImages(maxPixels: number): ImageCollector {
  const contents = new Map<string, () => Buffer | undefined>()
  return {
    add(key, content) {
      if (!contents.has(key) && contents.size < maxImages) contents.set(key, content)
      return `image:${key}`
    },
    async finish(sections, coverKey) {
      const images = new Map<string, ImageContent>()
      const names = new Map<string, string>()
      let lost = 0
      for (const [key, content] of contents) {
        const bytes = content()
        const image = bytes && (await readBookImage(bytes, 'book', maxPixels))
        if (image === undefined) {
          lost += 1
          continue
        }
        const name = `image-${images.size + 1}.${image.extension}`
        images.set(name, image)
        names.set(`image:${key}`, `image:${name}`)
      }
      const cover =
        coverKey === undefined ? undefined : names.get(`image:${coverKey}`)?.slice('image:'.length)
      return {
        sections: sections.map(section => ({ ...section, nodes: replaceImages(section.nodes, names) })),
        images,
        cover,
        warnings: lost === 0 ? [] : [`${lost} ${lost === 1 ? 'image' : 'images'} could not be read.`],
      }
    },
  }
}

function replaceImages(nodes: readonly BookNode[], names: ReadonlyMap<string, string>): BookNode[] {
  return nodes.flatMap((node): BookNode[] => {
    if (!isElement(node)) return [node]
    if (node.name !== 'img') return [{ ...node, children: replaceImages(node.children, names) }]
    const src = names.get(node.attributes.src ?? '')
    return src === undefined
      ? [node.attributes.alt ?? '']
      : [{ ...node, attributes: { ...node.attributes, src } }]
  })
}
