/** Selected, dropped or pasted file with its folder path. */

export interface PickedFile {
  readonly file: File
  /** Name with folders: 'photos/sea/a.jpg'. */
  readonly path: string
}

/** Files of one selection. */
export interface PickedFiles {
  readonly files: readonly PickedFile[]
  /** Files and folders that the browser could not open. */
  readonly unreadablePaths: readonly string[]
}

/** From a file or folder picker, or from the clipboard. */
export function pickedFrom(files: readonly File[]): PickedFiles {
  return {
    files: files.map(file => ({ file, path: file.webkitRelativePath || file.name })),
    unreadablePaths: [],
  }
}
