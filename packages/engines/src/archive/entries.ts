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
/** Deeper than any tree that a person makes; each folder of each path is looked up. */
const maxDepth = 64
/** A segment is cut to this before it is searched by expressions and for graphemes. */
const maxSegmentCharacters = 1000
const maxExtensionCharacters = 25

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
 * folder exists anyway. Takes time in proportion to the names: archives choose them.
 */
export function safeEntryNames(given: readonly string[]): (string | null)[] {
  const folders = new FolderIndex()
  const entries = given.map(name => {
    const segments = safeSegments(name)
    const isFolder = name.endsWith('/')
    const parent = folders.add(isFolder ? segments : segments.slice(0, -1))
    return { segments, isFolder, parent }
  })
  // Those that an entry is inside of.
  const seenFolders = new Set<number>()
  for (const { isFolder, parent } of entries)
    for (let id = isFolder ? folders.parentOf(parent) : parent; id !== undefined; id = folders.parentOf(id)) {
      if (seenFolders.has(id)) break
      seenFolders.add(id)
    }
  const taken = new NamesTaken(folders)
  return entries.map(({ segments, isFolder, parent }) => {
    if (isFolder) {
      if (segments.length === 0 || seenFolders.has(parent)) return null
      seenFolders.add(parent)
      return segments.join('/')
    }
    const name = taken.add(parent, segments.at(-1) ?? 'file')
    return [...segments.slice(0, -1), name].join('/')
  })
}

/** Names that differ only in case or normalization collide on Windows and macOS. */
function keyOf(parent: number, name: string): string {
  return `${parent}/${name.normalize('NFC').toLowerCase()}`
}

const root = 0

/** Numbers the folders, so that a path is compared by its last name and the number of its folder. */
class FolderIndex {
  readonly #ids = new Map<string, number>()
  readonly #parents: (number | undefined)[] = [undefined]

  /** Number of the innermost folder. */
  add(path: readonly string[]): number {
    return path.reduce((parent, name) => {
      const key = keyOf(parent, name)
      const known = this.#ids.get(key)
      if (known !== undefined) return known
      this.#ids.set(key, this.#parents.length)
      return this.#parents.push(parent) - 1
    }, root)
  }

  parentOf(id: number): number | undefined {
    return this.#parents[id]
  }

  has(key: string): boolean {
    return this.#ids.has(key)
  }
}

class NamesTaken {
  readonly #folders: FolderIndex
  readonly #files = new Set<string>()
  /** The last number given to each name that occurred more than once, so that the numbers before are not tried again. */
  readonly #nextNumbers = new Map<string, number>()

  constructor(folders: FolderIndex) {
    this.#folders = folders
  }

  /** The name, numbered if it is taken. */
  add(parent: number, file: string): string {
    const given = keyOf(parent, file)
    let name = file
    let key = given
    let number = this.#nextNumbers.get(given) ?? 2
    for (; this.#files.has(key) || this.#folders.has(key); number++) {
      name = withSuffix(file, ` (${number})`)
      key = keyOf(parent, name)
    }
    if (key !== given) this.#nextNumbers.set(given, number)
    this.#files.add(key)
    return name
  }
}

function safeSegments(name: string): string[] {
  const segments = name
    .toWellFormed()
    .replace(directionMarks, '')
    .split('/')
    .filter(segment => segment !== '' && segment !== '.' && segment !== '..')
  const [first = '', ...others] = segments
  if (segments.length <= 1) return segments.map(safeSegment)
  const kept = [safeSegment(first)]
  let bytes = Buffer.byteLength(kept.join())
  // Segments are taken from the file outward; folders in the middle are left out of a path that is too long.
  const inner: string[] = []
  for (const segment of others.reverse()) {
    const safe = safeSegment(segment)
    bytes += 1 + Buffer.byteLength(safe)
    if (inner.length > 0 && (bytes > maxPathBytes || inner.length > maxDepth - 2)) break
    inner.push(safe)
  }
  return [...kept, ...inner.reverse()]
}

function safeSegment(segment: string): string {
  const usable = withoutTrailingDots(shortened(segment).replace(forbidden, '_'))
  return withSuffix(windowsDevice.test(usable) ? `_${usable}` : usable, '')
}

/** Keeps the extension, which determines the file type. */
function shortened(segment: string): string {
  if (segment.length <= maxSegmentCharacters) return segment
  const tail = extension.exec(segment.slice(-maxExtensionCharacters))?.[0] ?? ''
  return (segment.slice(0, maxSegmentCharacters - tail.length) + tail).toWellFormed()
}

/** Windows drops dots and spaces at the end. A loop, because an expression would be quadratic. */
function withoutTrailingDots(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1
  return end === name.length ? name : `${name.slice(0, end)}_`
}

/** Truncated if necessary; keeps the extension. */
function withSuffix(file: string, suffix: string): string {
  const tail = extension.exec(file)?.[0] ?? ''
  const isOnlyExtension = tail.length === file.length
  const [stem, kept] = isOnlyExtension ? [file, ''] : [file.slice(0, file.length - tail.length), tail]
  const maxStemBytes = maxSegmentBytes - Buffer.byteLength(suffix + kept)
  return cutToBytes(stem, maxStemBytes) + suffix + kept
}

const graphemes = new Intl.Segmenter()

/** Truncates at grapheme boundaries, because half an emoji is a different one. */
function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  // A character that is cut in two becomes a replacement character, which is longer than what is left of it.
  const whole = Buffer.from(text).subarray(0, maxBytes).toString()
  let end = whole.endsWith('\ufffd') && text[whole.length - 1] !== '\ufffd' ? whole.length - 1 : whole.length
  end = graphemes.segment(text).containing(end)?.index ?? end
  const cut = text.slice(0, end)
  // A single grapheme can be arbitrarily long, for example a letter with a thousand combining accents.
  return cut === '' ? '_' : withoutTrailingDots(cut)
}
