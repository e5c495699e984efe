/** Title, author and chapters of an audiobook, as a metadata file of ffmpeg. */
import { parse } from 'node:path'
import type { Chapter, MediaProbe } from '../probe/media-probe.ts'

export interface BookPart {
  readonly fileName: string
  readonly probe: Pick<MediaProbe, 'tags' | 'chapters'>
  /** Of the part as written. */
  readonly seconds: number
}

export interface BookTexts {
  /** Empty: from the tags. */
  readonly title: string
  readonly author: string
}

/** One chapter for each file, or those that a file has itself. */
export function bookChapters(parts: readonly BookPart[]): readonly Chapter[] {
  const titles = chapterTitles(parts)
  let startSeconds = 0
  return parts.flatMap(({ probe, seconds }, index) => {
    const [start, end] = [startSeconds, startSeconds + seconds]
    startSeconds = end
    const inside = (probe.chapters ?? []).filter(chapter => chapter.startSeconds < seconds)
    if (inside.length < 2) return [{ title: titles[index] ?? '', startSeconds: start, endSeconds: end }]
    return inside.map((chapter, at) => ({
      title: chapter.title || `${titles[index]} ${at + 1}`,
      startSeconds: at === 0 ? start : start + chapter.startSeconds,
      endSeconds: start + (inside[at + 1]?.startSeconds ?? seconds),
    }))
  })
}

/** Equal titles are those of the book. */
function chapterTitles(parts: readonly BookPart[]): string[] {
  const titles = parts.map(({ probe }) => probe.tags?.title ?? '')
  const isDistinct = new Set(titles).size === titles.length
  return parts.map(({ fileName }, index) => (isDistinct && titles[index]) || parse(fileName).name)
}

export function writeBookMetadata(parts: readonly BookPart[], given: BookTexts): string {
  const [first] = parts
  const tags = first?.probe.tags ?? {}
  const title = given.title || tags.album || (first === undefined ? '' : parse(first.fileName).name)
  const author = given.author || tags.album_artist || tags.artist || ''
  const fields = { title, album: title, artist: author, album_artist: author, genre: 'Audiobook' }
  const kept = { composer: tags.composer, date: tags.date, comment: tags.comment, copyright: tags.copyright }
  const lines = Object.entries({ ...fields, ...kept }).filter(([, value]) => value)
  return [
    ';FFMETADATA1',
    ...lines.map(([name, value = '']) => `${name}=${escapeValue(value)}`),
    ...bookChapters(parts).flatMap(chapter => [
      ...['[CHAPTER]', 'TIMEBASE=1/1000'],
      `START=${Math.round(chapter.startSeconds * 1000)}`,
      `END=${Math.round(chapter.endSeconds * 1000)}`,
      `title=${escapeValue(chapter.title)}`,
    ]),
    '',
  ].join('\n')
}

/**
 * A line break in a tag must not start another field or chapter (injection). ffmpeg takes a backslash at the end of a line
 * as a continuation, also an escaped one.
 */
function escapeValue(value: string): string {
  return value
    .replaceAll('\0', '')
    .replaceAll('\r', ' ')
    .replace(/(?<!\\)\\+$/, '')
    .replaceAll(/[=;#\\\n]/g, character => `\\${character}`)
}
