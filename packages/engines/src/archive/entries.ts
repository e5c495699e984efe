/** Entries of an archive: the files of the job under sanitized names. */
import { lstat } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import type { PackedFile } from '../engine.ts'

export interface Entry {
  /** Null for an empty folder. */
  readonly path: string | null
  /** Never ends in '/'. */
  readonly name: string
  readonly modifiedAt: Date
  readonly sizeBytes: number
}

export async function readEntries(files: readonly PackedFile[]): Promise<Entry[]> {
  const names = safeEntryNames(files.map(({ name }) => name))
  const entries = await Promise.all(
    files.map(async ({ path, name: given, modifiedAt }, index): Promise<Entry | null> => {
      const name = names[index] ?? null
      if (name === null) return null
      if (given.endsWith('/')) return { path: null, name, modifiedAt, sizeBytes: 0 }
      // lstat does not follow symbolic links, which could point outside the user's files.
      const found = await lstat(path)
      if (!found.isFile()) throw new AppError('internal', {}, { cause: new Error('Only files are packed') })
      return { path, name, modifiedAt, sizeBytes: found.size }
    }),
  )
  return entries.filter(entry => entry !== null)
}

export function totalBytes(entries: readonly Entry[]): number {
  return entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

/** File systems allow 255 bytes; leaves room for suffixes added by unpackers. */
const maxSegmentBytes = 240
const maxPathBytes = 1000

/** Control characters and characters that Windows forbids; ':' and '\' could also redirect the path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are matched on purpose
const forbidden = /[\u0000-\u001f\u007f-\u009f\u2028\u2029<>:"|?*\\]/g
/** Bidirectional overrides, which can disguise an extension (RTLO spoofing); right-to-left names do not need them. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g
const windowsDevice =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)(?:\.|$)/i
const extension = /(?:\.tar)?\.[^. ]{1,20}$/i

/**
 * One name per given name, in order, never with a trailing '/'. A given name with a trailing '/' is an empty folder; null if the
 * folder exists anyway.
 */
export function safeEntryNames(given: readonly string[]): (string | null)[] {
  const paths = given.map(name => safeSegments(name))
  const folders = new Set(
    paths.flatMap((segments, index) => foldersOf(segments, given[index]?.endsWith('/') === true)),
  )
  const taken = new Set(folders)
  const seenFolders = new Set(paths.flatMap(segments => foldersOf(segments, false)))
  return paths.map((segments, index) => {
    if (given[index]?.endsWith('/')) {
      const key = keyOf(segments)
      if (segments.length === 0 || seenFolders.has(key)) return null
      seenFolders.add(key)
      return segments.join('/')
    }
    const name = uniqueName(segments.length > 0 ? segments : ['file'], taken)
    return name
  })
}

/** Names that differ only in case or normalization collide on Windows and macOS. */
function keyOf(segments: readonly string[]): string {
  return segments.join('/').normalize('NFC').toLowerCase()
}

function foldersOf(segments: readonly string[], isFolder: boolean): string[] {
  const depth = isFolder ? segments.length : segments.length - 1
  return Array.from({ length: Math.max(0, depth) }, (_, index) => keyOf(segments.slice(0, index + 1)))
}

function uniqueName(segments: readonly string[], taken: Set<string>): string {
  const folder = segments.slice(0, -1)
  const file = segments.at(-1) as string
  let candidate = [...folder, file]
  for (let count = 2; taken.has(keyOf(candidate)); count++)
    candidate = [...folder, withSuffix(file, ` (${count})`)]
  taken.add(keyOf(candidate))
  return candidate.join('/')
}

function safeSegments(name: string): string[] {
  const segments = name
    .toWellFormed()
    .replace(directionMarks, '')
    .split('/')
    .filter(segment => segment !== '' && segment !== '.' && segment !== '..')
    .map(safeSegment)
  while (segments.length > 2 && Buffer.byteLength(segments.join('/')) > maxPathBytes) segments.splice(1, 1)
  return segments
}

function safeSegment(segment: string): string {
  const usable = segment.replace(forbidden, '_').replace(/[. ]+$/, '_')
  return withSuffix(windowsDevice.test(usable) ? `_${usable}` : usable, '')
}

/** Truncated if necessary; keeps the extension, which determines the file type. */
function withSuffix(file: string, suffix: string): string {
  const tail = extension.exec(file)?.[0] ?? ''
  const isOnlyExtension = tail.length === file.length
  const [stem, kept] = isOnlyExtension ? [file, ''] : [file.slice(0, file.length - tail.length), tail]
  const maxStemBytes = maxSegmentBytes - Buffer.byteLength(suffix + kept)
  return cutToBytes(stem, maxStemBytes) + suffix + kept
}

/** Truncates at grapheme boundaries, because half an emoji is a different one. */
function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let cut = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxBytes) break
    cut += segment
  }
  // A single grapheme can be arbitrarily long, for example a letter with a thousand combining accents.
  return cut === '' ? '_' : cut.replace(/[. ]+$/, '_')
}
