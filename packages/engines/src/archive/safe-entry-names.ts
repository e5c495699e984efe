/** Makes names inside an archive safe: whoever unpacks it, on whichever system, gets every file and nothing elsewhere. */

/** File systems take 255 bytes; unpackers add a little of their own. */
const maxSegmentBytes = 240
const maxPathBytes = 1000

/** Line breaks and their like, and what Windows cannot have in a name; ':' and '\' would also lead elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unusable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029<>:"|?*\\]/g
/** Turns the reading direction round, so that `exe.fdp` is shown as a PDF; names in right-to-left scripts do without. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g
const windowsDevice =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)(?:\.|$)/i
const ending = /(?:\.tar)?\.[^. ]{1,20}$/i

/**
 * One name for each given one, in order, never ending in '/'. Null for a folder that is in the archive anyway:
 * a name ending in '/' means an empty folder.
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

/** Two names that differ in case only are the same file on Windows and on most Macs. */
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
  const usable = segment.replace(unusable, '_').replace(/[. ]+$/, '_')
  return withSuffix(windowsDevice.test(usable) ? `_${usable}` : usable, '')
}

/** Shortened where it must be; the ending, by which systems know what the file is, stays. */
function withSuffix(file: string, suffix: string): string {
  const tail = ending.exec(file)?.[0] ?? ''
  const isOnlyExtension = tail.length === file.length
  const [stem, kept] = isOnlyExtension ? [file, ''] : [file.slice(0, file.length - tail.length), tail]
  const room = maxSegmentBytes - Buffer.byteLength(suffix + kept)
  return cutToBytes(stem, room) + suffix + kept
}

/** Between whole characters as people see them: half an emoji is another emoji, or none. */
function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let cut = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxBytes) break
    cut += segment
  }
  // One "character" may be endless: a letter under a thousand accents.
  return cut === '' ? '_' : cut.replace(/[. ]+$/, '_')
}
