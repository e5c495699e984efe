/** A file that somebody picked, dropped or pasted, with the folders it came in. */

export interface PickedFile {
  readonly file: File
  /** Its name with folders, as in 'photos/sea/a.jpg'. */
  readonly path: string
}

/** What people handed over, and how much of it was not worth taking. */
export interface PickedFiles {
  readonly files: readonly PickedFile[]
  /** Files and folders that the browser could not open. */
  readonly unreadableCount: number
}

/** From a file or folder picker, or from the clipboard. */
export function pickedFrom(files: readonly File[]): PickedFiles {
  return {
    files: files.map(file => ({ file, path: file.webkitRelativePath || file.name })),
    unreadableCount: 0,
  }
}
