/** Build information for the service worker. */

export interface WorkerBuild {
  /** Hash over all files of the site. */
  readonly version: string
  /** Files that every page needs, precached. */
  readonly shellFiles: readonly string[]
  /** Additional files of the image editor, cached when `editorEntry` is requested. */
  readonly editorFiles: readonly string[]
  readonly editorEntry: string
}

export const editorPath = '/tools/image'
export const offlinePath = '/offline.html'
