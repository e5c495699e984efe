/** Chapters as Vorbis comments, where the muxers of ffmpeg before version 6 drop them: FLAC, and Vorbis in Ogg. */
import type { Chapter } from '../probe/media-probe.ts'

/** The tags are arguments of a program, whose number is limited. */
const maxChapters = 500

export function chapterTagArgs(chapters: readonly Chapter[]): readonly string[] {
  if (chapters.length === 0 || chapters.length > maxChapters) return []
  const tags = chapters.flatMap(({ title, startSeconds }, index) => {
    const name = `CHAPTER${String(index + 1).padStart(3, '0')}`
    return ['-metadata', `${name}=${clockTime(startSeconds)}`, '-metadata', `${name}NAME=${title}`]
  })
  // ffmpeg replaces this tag, and moves the last one to its position, where a title would precede its chapter.
  return ['-metadata', 'encoder=', ...tags]
}

function clockTime(seconds: number): string {
  const milliseconds = Math.max(0, Math.round(seconds * 1000))
  const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0')
  const minutes = milliseconds / 60_000
  return `${part(minutes / 60)}:${part(minutes % 60)}:${part((milliseconds / 1000) % 60)}.${part(milliseconds % 1000, 3)}`
}
