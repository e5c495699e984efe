/** What the build tells the service worker about the site it belongs to. */

export interface WorkerBuild {
  /** Changes with any file of the site. */
  readonly version: string
  /** What every page needs, kept from the beginning. */
  readonly shellFiles: readonly string[]
  /** What the image editor needs beside, kept once it was opened, which asks for this one of them. */
  readonly editorFiles: readonly string[]
  readonly editorEntry: string
}

export const editorPath = '/tools/image'
export const offlinePath = '/offline.html'
