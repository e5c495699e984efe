/** A file of a list, and how far it is on its way to the server. */

export type Sending =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'uploading'; readonly arrivedBytes: number; readonly isStalled: boolean }
  | { readonly phase: 'stopped'; readonly arrivedBytes: number; readonly reason: string }
  | { readonly phase: 'complete'; readonly uploadId: string }

export interface ListedFile {
  /** Only for this page; not the upload's id. */
  readonly key: string
  /** Its name with folders. */
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAt: string | undefined
  /** Absent when it was sent on an earlier visit. */
  readonly file: File | undefined
  readonly sending: Sending
}

/** What a request needs to know of a file that has arrived. */
export interface ArrivedFile {
  readonly uploadId: string
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAt?: string | undefined
}

export function nameOf({ path }: Pick<ListedFile, 'path'>): string {
  return path.split('/').at(-1) ?? path
}

/** The folders it lies in, if any. */
export function folderOf({ path }: Pick<ListedFile, 'path'>): string | undefined {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined
}

export function arrivedBytesOf({ sending, sizeBytes }: ListedFile): number {
  if (sending.phase === 'complete') return sizeBytes
  return sending.phase === 'waiting' ? 0 : sending.arrivedBytes
}

export function totalBytesOf(files: readonly ListedFile[]): number {
  return files.reduce((total, { sizeBytes }) => total + sizeBytes, 0)
}

/** Those that have arrived, in their order. */
export function arrivedOf(files: readonly ListedFile[]): ArrivedFile[] {
  return files.flatMap(({ sending, path, sizeBytes, modifiedAt }) =>
    sending.phase === 'complete' ? [{ uploadId: sending.uploadId, path, sizeBytes, modifiedAt }] : [],
  )
}

/** The same file chosen twice has the same identity. */
export function identityOf({
  path,
  sizeBytes,
  modifiedAt,
}: Pick<ListedFile, 'path' | 'sizeBytes' | 'modifiedAt'>): string {
  return `${sizeBytes}|${modifiedAt}|${path}`
}

export function modifiedAtOf(file: File): string | undefined {
  const moment = new Date(file.lastModified)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
