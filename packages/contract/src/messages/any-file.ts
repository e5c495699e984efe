/** Texts of the tab "Any file": what a file is, what it can become, and choices for all files of a kind. */
import { type FileKind, type FormatId, formats } from '../formats.ts'
import type { OperationId } from '../operations/registry.ts'
import { productName } from '../product-name.ts'
import { kindPlurals, kindSingulars } from './kinds.ts'

/** Labels of options; others are named by the words of their name. */
const optionLabels: Readonly<Record<string, string>> = {
  quality: 'Quality',
  page: 'Page (0 for all)',
  qualityPercent: 'Exact quality in percent',
  isLossless: 'Lossless',
  keepMetadata: 'Keep metadata, except the location',
  crf: 'Constant rate factor',
  frameRate: 'Frames per second',
  fromFrameRate: 'Made for a video with frames per second',
  toFrameRate: 'Wanted for a video with frames per second',
  shiftMs: 'Later by milliseconds (negative: earlier)',
  name: 'Name of the website',
  background: 'Background color',
  header: 'First row names the columns',
  types: 'Numbers and true or false',
  delimiter: 'Separator of the columns',
  fps: 'Frames per second',
  videoCodec: 'Video codec',
  isVariableBitrate: 'Variable bitrate',
  sampleRate: 'Sample rate in hertz',
  dpi: 'Pixels per inch',
  startTime: 'Start in seconds',
  duration: 'Duration in seconds',
  width: 'Width in pixels',
  height: 'Height in pixels',
  loopCount: 'Times played (0 for ever)',
  isReversed: 'Play backward',
  maxKilobytes: 'Maximum size in kilobytes (0 for any)',
  images: 'Images',
  title: 'Title (empty: album of the first file)',
  author: 'Author (empty: artist of the first file)',
  bitrate: 'Bitrate in kbps',
}

/** Results whose format does not say what they are, by the operation that makes them. */
const resultLabels: Readonly<Partial<Record<OperationId, Readonly<Partial<Record<FormatId, string>>>>>> = {
  'create-favicons': { zip: 'Favicon set (ZIP)' },
  'convert-mail': { zip: 'Attachments (ZIP)' },
  'read-pdf-form': { json: 'Form data (JSON)', fdf: 'Form data (FDF)' },
  'convert-contacts': { vcf: 'Contacts (VCF)' },
  'convert-calendar': { ics: 'Calendar (ICS)' },
}

const valueLabels: Readonly<Record<string, string>> = {
  auto: 'Automatic',
  beside: 'Beside the text, in a ZIP file',
  inline: 'In the text',
  h264: 'H.264',
  hevc: 'HEVC',
  vp9: 'VP9',
  detect: 'Recognized',
  text: 'Kept as text',
}

/** 'frameRate' and 'frame-rate' become 'Frame rate'. */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.replace(/^is /, '').replace(/^./, first => first.toUpperCase())
}

function countOf(kind: FileKind, count: number): string {
  return count === 1 ? `1 ${kindSingulars[kind]}` : `${count} ${kindPlurals[kind]}`
}

export const anyFileMessages = {
  heading: 'Convert Any File',
  dropPrompt: 'Drop files or folders of any kind here',
  pairPrompt: (from: string) => `Drop ${from} files here`,
  hint: 'Images, videos, audio, documents and more, mixed as you like.',
  limits: (single: string, several: string) => `One file up to ${single}. ${several}`,
  recognizing: 'Checking your files...',
  convert: 'Convert all',
  noFile: 'Please add files to convert',
  tooLarge: (name: string, label: string, limit: string) =>
    `${name} is too large: files can become ${label} up to ${limit}.`,
  refused: (name: string, reason: string) => `${name}: ${reason}`,
  noTarget: (name: string) => `Please choose a format for ${name}.`,

  becomes: 'Convert to',
  chooseFor: (name: string, from: string, to: string) =>
    `${name} is ${from} and becomes ${to}. Change format or options`,
  chooseFirst: (name: string) => `Choose a format for ${name}`,
  notChosen: 'Choose a format',
  withOptions: (count: number) => (count === 1 ? '1 option' : `${count} options`),
  everyKind: countOf,
  kindTo: (kind: FileKind) => `Convert all ${kindPlurals[kind]} to`,
  bulkHeading: 'All files of a kind',
  mixed: 'Mixed',
  bulkDone: (kind: FileKind, count: number, label: string) => `${countOf(kind, count)} will become ${label}.`,
  bulkPart: (count: number, all: number) => `${count} of ${all} can become it. The others stay as they are.`,
  fileDone: (name: string, label: string) => `${name} will become ${label}.`,

  dialog: {
    search: 'Search formats...',
    clearSearch: 'Clear search',
    nothingFound: (text: string) => `It cannot become "${text}".`,
    mostWanted: 'Most wanted',
    otherResults: 'Other results',
    options: 'Options',
    apply: 'Apply',
    close: 'Cancel',
    noDefault: 'Automatic',
  },
  /** What an operation makes. */
  result: (operation: OperationId | undefined, to: FormatId) =>
    (operation && resultLabels[operation]?.[to]) ?? formats[to].label,
  option: (name: string) => optionLabels[name] ?? inWords(name),
  optionValue: (value: string) => valueLabels[value] ?? inWords(value),

  audiobook: {
    join: 'Join to one audiobook (M4B)',
    order: 'Each file becomes a chapter, in the order of the list. Move files to change it.',
    create: 'Create audiobook',
  },

  /** Texts in Markdown, each with the images that it shows. */
  textWithImages: {
    join: ([name = '', ...others]: readonly string[]) =>
      others.length === 0
        ? `Make ${name} and its images one document`
        : `Make each of the ${others.length + 1} Markdown files one document with its images`,
    explanation: 'Otherwise all of these files are converted separately.',
    joined: (count: number) =>
      count === 1
        ? 'The Markdown file and its images are one document.'
        : `${count} Markdown files are documents with their images.`,
    separate: 'All files are converted separately.',
  },

  /** A file that cannot be converted. */
  foreign: (what: string, count: number) =>
    count === 1
      ? `This is ${what}. ${productName} cannot convert it.`
      : `${count} files, each ${what}. ${productName} cannot convert them.`,
  unknown: (count: number) =>
    count === 1
      ? `${productName} does not recognize this file and cannot convert it.`
      : `${productName} does not recognize these ${count} files and cannot convert them.`,
  seeFormats: 'All formats',
} as const
