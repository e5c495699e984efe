/** File of a list with its upload state. */

export type Sending =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'uploading'; readonly arrivedBytes: number; readonly isStalled: boolean }
  | { readonly phase: 'stopped'; readonly arrivedBytes: number; readonly reason: string }
  | { readonly phase: 'complete'; readonly uploadId: string }

export interface ListedFile {
  /** React key; not the upload id. */
  readonly key: string
  /** Name with folders. */
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAt: string | undefined
  /** Undefined when uploaded on an earlier visit. */
  readonly file: File | undefined
  /** The file of an earlier visit, if the browser still has it. */
  readonly restoredFile?: File
  readonly sending: Sending
}

/** For previews. */
export function localFileOf(listed: ListedFile | undefined): File | undefined {
  return listed?.file ?? listed?.restoredFile
}

/** Reference to an uploaded file in a request. */
export interface UploadedFile {
  readonly uploadId: string
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAt?: string | undefined
}

export function nameOf({ path }: Pick<ListedFile, 'path'>): string {
  return path.split('/').at(-1) ?? path
}

/** Its folder path, if any. */
export function folderOf({ path }: Pick<ListedFile, 'path'>): string | undefined {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined
}

export function arrivedBytesOf({ sending, sizeBytes }: ListedFile): number {
  if (sending.phase === 'complete') return sizeBytes
  return sending.phase === 'waiting' ? 0 : sending.arrivedBytes
}

export function uploadedBytesOf(files: readonly ListedFile[]): number {
  return files.reduce((sum, file) => sum + arrivedBytesOf(file), 0)
}

export function totalBytesOf(files: readonly ListedFile[]): number {
  return files.reduce((total, { sizeBytes }) => total + sizeBytes, 0)
}

/** Completed uploads, in order. */
export function uploadedFilesOf(files: readonly ListedFile[]): UploadedFile[] {
  return files.flatMap(({ sending, path, sizeBytes, modifiedAt }) =>
    sending.phase === 'complete' ? [{ uploadId: sending.uploadId, path, sizeBytes, modifiedAt }] : [],
  )
}

/** Equal for the same file selected twice. */
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
