/** Texts of the PDF Workbench. */
import { sizeText } from '../../bytes.ts'

const pages = (count: number) => (count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`)
const documents = (count: number) => (count === 1 ? '1 document' : `${count.toLocaleString('en')} documents`)
const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)

export const workbenchMessages = {
  heading: 'Arrange PDF Pages',
  dropPrompt: 'Drop PDFs, images and documents here',
  accepts: (megabytes: number) =>
    `Accepts PDF, images, DOCX, DOC, ODT, RTF, TXT and HTML, up to ${sizeText(megabytes)} each.`,
  otherKind: (count: number) =>
    count === 1
      ? '1 file is not a PDF, an image or a document and was skipped.'
      : `${count} files are not PDFs, images or documents and were skipped.`,
  tooManyFiles: (max: number) => `You can work with up to ${max} files at once.`,
  imagesName: 'Images',
  part: (name: string, number: number) => `${name} (${number})`,

  figures: (pageCount: number, documentCount: number, selected: number) =>
    `${pages(pageCount)} · ${documents(documentCount)} · ${selected.toLocaleString('en')} selected`,
  grid: 'Pages',
  page: (position: number, count: number) => `Page ${position} of ${count}`,
  fromFile: (name: string, page: number) => `page ${page} of ${name}`,
  blankPage: 'empty page',
  rotated: (degrees: number) => `rotated by ${degrees} degrees`,
  pageDamaged: 'This page cannot be shown.',
  dragging: pages,
  gridHelp:
    'Arrow keys move, Space selects, Shift with arrow keys extends the selection, Alt with arrow keys moves the selected pages, Enter opens a large preview.',

  document: (number: number, name: string) => `Document ${number}: ${name}`,
  documentPages: pages,
  selectDocument: (name: string) => `Select all pages of ${name}`,
  joinDocument: (name: string) => `Join ${name} with the document above`,
  removeDocument: (name: string) => `Remove ${name}`,
  state: {
    opening: 'Opening',
    uploading: 'Uploading',
    queued: 'Waiting in the queue',
    converting: 'Converting to PDF',
    progressOf: (name: string) => `Progress of ${name}`,
    locked: 'Protected by a password.',
    lockedNote: (name: string) => `${name} is protected. Enter its password to see its pages.`,
    wrongPassword: 'This password does not open the file. Please try again.',
    damaged: 'This file is damaged and cannot be opened.',
    damagedImage: 'This image is damaged and cannot be opened.',
    tooLarge: 'This file is too large to open in this browser.',
    conversionFailed: 'This file could not be converted to PDF.',
    missing: (name: string) => `${name} is no longer available. Remove its pages, or add the file again.`,
    passwordOpen: 'Open',
  },

  tools: {
    label: 'Edit pages',
    undo: 'Undo',
    redo: 'Redo',
    rotateLeft: 'Rotate left',
    rotateRight: 'Rotate right',
    duplicate: 'Duplicate',
    remove: 'Delete',
    insertBlank: 'Insert an empty page',
    split: 'Split here',
    moveBack: 'Move toward the beginning',
    moveOn: 'Move toward the end',
    preview: 'Large preview',
    extract: 'Extract selected pages',
    smaller: 'Smaller thumbnails',
    larger: 'Larger thumbnails',
    selectAll: 'Select all',
    selectNone: 'Select none',
    add: 'Add files',
  },
  select: {
    label: 'Select pages',
    placeholder: '1-5, 8, odd',
    apply: 'Select',
  },
  preview: {
    title: (position: number, count: number) => `Page ${position} of ${count}`,
    image: (position: number) => `Large preview of page ${position}`,
    previous: 'Previous page',
    next: 'Next page',
    close: 'Close',
    failed: 'This page cannot be shown.',
  },

  /** Announced to screen readers. */
  said: {
    opened: (name: string, count: number) => `${name} opened, ${pages(count)}.`,
    rotated: (count: number, isLeft: boolean) => `${pages(count)} rotated ${isLeft ? 'left' : 'right'}.`,
    duplicated: (count: number) => `${pages(count)} duplicated.`,
    removed: (count: number) => `${pages(count)} deleted.`,
    inserted: 'Empty page inserted.',
    moved: (count: number, position: number) => `${pages(count)} moved to position ${position}.`,
    split: (count: number) => `Split: ${documents(count)} now.`,
    joined: (count: number) => `Joined: ${documents(count)} now.`,
    documentRemoved: (name: string) => `${name} removed.`,
    selected: (count: number) => (count === 0 ? 'No page selected.' : `${pages(count)} selected.`),
    undone: 'Undone.',
    redone: 'Redone.',
  },

  uploading: (done: number, all: number) => `${done} of ${files(all)} uploaded`,
  uploadProgress: 'Upload progress',
  uploadStopped: (name: string) => `The upload of ${name} stopped.`,
  retryUpload: 'Try again',

  panel: 'Result',
  change: 'Change',
  chooseAction: 'Choose what to make',
  done: 'Done',
  groups: { save: 'Save', split: 'Split', more: 'More' },
  actions: {
    one: { label: 'Save as one PDF', note: 'All pages in this order, in one file.' },
    each: { label: 'Save each document', note: 'Each document becomes one PDF. Several come as a ZIP file.' },
    extract: { label: 'Extract selection', note: 'Only the selected pages, in one PDF.' },
    splitPages: { label: 'Split by pages', note: 'A new PDF begins after this number of pages.' },
    splitSize: { label: 'Split by size', note: 'Each PDF stays below this size, if its pages allow it.' },
    splitBookmarks: { label: 'Split at bookmarks', note: 'A new PDF begins at each top-level bookmark.' },
  },
  fields: {
    splitPages: 'Pages per file',
    splitMegabytes: 'Megabytes per file',
    outOfRange: (min: number, max: number) =>
      `Enter a number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`,
    wholeNumber: (min: number, max: number) =>
      `Enter a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`,
    missing: (label: string) => `Please fill in "${label}".`,
  },

  noFile: 'Please add at least one file first',
  noPages: 'There is no page to save',
  noSelection: 'Please select at least one page first',
  stillOpening: 'Some files are still being opened',
  lockedFile: 'Please enter the password of the protected file first',
  passwordsDiffer:
    'The protected files have different passwords. Please save them one after another, or remove their protection first.',

  working: 'Making your PDF',
  progress: 'Progress',
  steps: [
    { fromPercent: 0, text: 'Reading your files...' },
    { fromPercent: 20, text: 'Arranging pages...' },
    { fromPercent: 90, text: 'Writing the result...' },
  ],
  failed: 'The PDF was not made',
  requestFailed: 'There was an error making your PDF. Please try again.',
  succeeded: 'Your PDF has been made successfully.',
  canceled: { title: 'Canceled', description: 'Nothing was made. Your pages are still here.' },
  deleted: { title: 'Deleted', description: 'The result was deleted from the server.' },
  downloadMissing: { title: 'Download Error', description: "Couldn't download the result" },
  result: {
    heading: 'Your PDF is ready',
    headingSeveral: 'Your PDFs are ready',
    several: (count: number) => `${count.toLocaleString('en')} PDFs in one ZIP file`,
    download: 'Download',
    keepEditing: 'Keep editing',
    startNew: 'Start a new one',
  },
} as const
