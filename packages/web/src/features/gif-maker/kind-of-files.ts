/** Whether files are one film or pictures, which is all that a GIF can be made of. */
import { extensionOf, kindOfName } from '../../lib/file-list/kind-of-name.ts'
import { type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'

export type FilesKind = 'film' | 'pictures' | 'neither'

/** Browsers have no type for some formats, and none is kept over a reload: then the name tells. */
function kindOfFile(name: string, type: string): 'video' | 'image' | 'other' {
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('image/')) return 'image'
  const kind = kindOfName(name)
  return kind === 'video' || kind === 'image' ? kind : 'other'
}

export function kindOfFiles(files: readonly { readonly name: string; readonly type: string }[]): FilesKind {
  const kinds = files.map(({ name, type }) => kindOfFile(name, type))
  if (kinds.length === 1 && kinds[0] === 'video') return 'film'
  return kinds.length > 0 && kinds.every(kind => kind === 'image') ? 'pictures' : 'neither'
}

/** A picture that comes alone and may be a moving one, which only the engine finds out: then all of it is wanted. */
export function mayMove(files: readonly ListedFile[]): boolean {
  return files.length === 1 && files.every(({ path }) => ['gif', 'webp', 'apng'].includes(extensionOf(path)))
}

export function kindOfListed(files: readonly ListedFile[]): FilesKind {
  return kindOfFiles(files.map(listed => ({ name: nameOf(listed), type: listed.file?.type ?? '' })))
}
