/** Texts of the file list: adding files, the state of each, and skipped files. */

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
const maxNames = 20
const were = (count: number) => (count === 1 ? 'was' : 'were')

export const fileListMessages = {
  heading: 'Your files',
  dropPrompt: 'Drop files or a folder here',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  orPaste: 'or paste them from the clipboard',
  addFiles: 'Add files',
  addFolder: 'Add a folder',
  dropMore: 'or drop more anywhere on the page',
  dropAnywhere: 'Drop them anywhere on the page',
  dropToUpload: 'Drop to upload',
  count: files,
  showAll: (count: number) => `Show all ${count} files`,
  showFewer: 'Show fewer',

  waiting: 'Waiting to upload',
  uploadedOf: (arrived: string, total: string) => `${arrived} of ${total}`,
  uploaded: 'Uploaded',
  uploadProgressOf: (name: string) => `Upload progress of ${name}`,
  conversionProgressOf: (name: string) => `Conversion progress of ${name}`,
  queued: 'Waiting in the queue',
  converting: 'Converting',
  canceled: 'Canceled',
  expired: 'Expired',
  failed: 'This file could not be converted.',
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`,
  downloadOf: (name: string) => `Download ${name}`,
  cancelOf: (name: string) => `Cancel ${name}`,
  remove: (name: string) => `Remove ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  drag: 'Drag to reorder',
  movedTo: (name: string, position: number, count: number) => `${name} is now ${position} of ${count}.`,
  removed: (name: string) => `${name} was removed.`,

  notes: {
    junk: (count: number) => `${count} hidden system ${count === 1 ? 'file' : 'files'} skipped.`,
    unreadable: (count: number) => `${files(count)} could not be read and ${were(count)} skipped.`,
    empty: (count: number) => `${count === 1 ? '1 empty file' : `${count} empty files`} skipped.`,
    alreadyThere: (count: number) => `${files(count)} ${were(count)} already in the list.`,
    tooMany: (max: number) => `You can add up to ${max.toLocaleString('en')} files.`,
  },

  /** Skipped files by name. */
  names: (names: readonly string[]) =>
    [
      ...names.slice(0, maxNames),
      ...(names.length > maxNames ? [`and ${names.length - maxNames} more`] : []),
    ].join(', '),

  stillUploading: 'Some files are still uploading',
  someStopped: 'Some uploads failed. Try again or remove them.',
} as const
