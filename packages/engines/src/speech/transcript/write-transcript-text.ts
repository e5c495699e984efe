/** Writes a transcript as plain text: one timestamped line per segment, or paragraphs. */
import type { Transcript, TranscriptSegment } from '@filesmith/contract/schemas/transcript'

/** A longer pause starts a new paragraph. */
const paragraphPauseSeconds = 2
/** Beyond this length, a paragraph ends at the next end of a sentence. */
const longParagraphCharacters = 900
const sentenceEnd = /[.!?。！？…]["'”’»)\]]*$/u
const unspacedLanguages: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my'])

export function writeTranscriptText(transcript: Transcript, hasTimestamps: boolean): string {
  const lines = hasTimestamps
    ? transcript.segments.map(({ startSeconds, text }) => `[${clockTime(startSeconds)}] ${text}`)
    : paragraphs(transcript)
  return lines.map(line => `${line}\n`).join(hasTimestamps ? '' : '\n')
}

function paragraphs({ segments, language }: Transcript): string[] {
  const between = unspacedLanguages.has(language) ? '' : ' '
  const texts: string[] = []
  let last: TranscriptSegment | undefined
  for (const segment of segments) {
    const current = texts.at(-1)
    if (current === undefined || last === undefined || isNewParagraph(current, last, segment))
      texts.push(segment.text)
    else texts[texts.length - 1] = `${current}${between}${segment.text}`
    last = segment
  }
  return texts
}

function isNewParagraph(text: string, last: TranscriptSegment, next: TranscriptSegment): boolean {
  const pauseSeconds = next.startSeconds - last.endSeconds
  return (
    pauseSeconds > paragraphPauseSeconds || (text.length > longParagraphCharacters && sentenceEnd.test(text))
  )
}

function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map(part => String(part).padStart(2, '0'))
    .join(':')
}
