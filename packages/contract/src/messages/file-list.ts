/** Words of a list of files: how they come into it, what each of them is at, what was left out. */

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
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
  dropNow: 'Let go, we take them from here',
  count: files,
  showAll: (count: number) => `Show all ${count} files`,
  showFewer: 'Show fewer',

  waiting: 'Waiting to be sent',
  arrived: (arrived: string, total: string) => `${arrived} of ${total}`,
  uploaded: 'Uploaded',
  uploadProgressOf: (name: string) => `Upload progress of ${name}`,
  conversionProgressOf: (name: string) => `Conversion progress of ${name}`,
  queued: 'Waiting in the queue',
  converting: 'Converting',
  cancelled: 'Cancelled',
  expired: 'No longer kept',
  failed: 'This file could not be converted.',
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`,
  downloadOf: (name: string) => `Download ${name}`,
  remove: (name: string) => `Remove ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  drag: 'Drag to another place',
  movedTo: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}.`,
  removed: (name: string) => `${name} was removed.`,

  notes: {
    junk: (count: number) => `${count} hidden system ${count === 1 ? 'file' : 'files'} left out.`,
    unreadable: (count: number) => `${files(count)} could not be read and ${were(count)} left out.`,
    empty: (count: number) => `${count === 1 ? '1 empty file' : `${count} empty files`} left out.`,
    alreadyThere: (count: number) => `${files(count)} ${were(count)} in the list already.`,
    tooMany: (max: number) => `A list has room for ${max.toLocaleString('en')} files.`,
  },

  stillArriving: 'Some files have not arrived completely yet',
  someStopped: 'Some files could not be sent. Try them again or remove them.',
} as const
