/** Classifies the selected files: one video, images, or neither, which the GIF maker rejects. */
import { extensionOf, kindOfName } from '../../lib/file-list/kind-of-name.ts'
import { type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'

export type SourceKind = 'video' | 'images' | 'neither'

/** The MIME type may be empty, and is lost after a reload; then the extension decides. */
function kindOfFile(name: string, type: string): 'video' | 'image' | 'other' {
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('image/')) return 'image'
  const kind = kindOfName(name)
  return kind === 'video' || kind === 'image' ? kind : 'other'
}

export function sourceKindOf(files: readonly { readonly name: string; readonly type: string }[]): SourceKind {
  const kinds = files.map(({ name, type }) => kindOfFile(name, type))
  if (kinds.length === 1 && kinds[0] === 'video') return 'video'
  return kinds.length > 0 && kinds.every(kind => kind === 'image') ? 'images' : 'neither'
}

/** A single image that may be animated, which only the engine can determine; then all of it is used. */
export function mayBeAnimated(files: readonly ListedFile[]): boolean {
  return files.length === 1 && files.every(({ path }) => ['gif', 'webp', 'apng'].includes(extensionOf(path)))
}

export function sourceKindOfListed(files: readonly ListedFile[]): SourceKind {
  return sourceKindOf(files.map(listed => ({ name: nameOf(listed), type: listed.file?.type ?? '' })))
}
