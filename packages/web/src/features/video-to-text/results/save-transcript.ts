/** Saves the transcript as displayed: text, subtitles or Word document. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { writeSrt, writeVtt } from '@filesmith/contract/subtitles/write-subtitles'
import { saveBlob } from '../../../lib/save-blob.ts'
import { saveText } from '../../../lib/save-text.ts'
import { toasts } from '../../../lib/toast-store.ts'
import type { DocxBlock } from '../../../lib/write-docx/docx-blocks.ts'
import { makeCues } from '../subtitles/make-cues.ts'
import { containsTimestamps } from '../transcript/locate-by-timestamps.ts'
import { formatTimestamp } from '../transcript/write-transcript.ts'
import type { Versions } from './use-versions.ts'

export const exportFormats = ['srt', 'vtt', 'docx'] as const
export type ExportFormat = 'txt' | (typeof exportFormats)[number]

type SavedVersion = Pick<Versions, 'text' | 'lines' | 'shownId'>

export async function saveTranscript(
  format: ExportFormat,
  fileName: string,
  version: SavedVersion,
): Promise<void> {
  const { text, lines, shownId } = version
  const stem = fileName.replace(/\.[^.]+$/, '')
  // Players find subtitles by the file name of the video, with the language after a dot.
  const suffix = shownId === 'spoken' ? '' : shownId
  const subtitlesName = [stem, suffix, format].filter(Boolean).join('.')
  const transcriptName = `${videoTextMessages.done.fileName(stem)}${suffix && `_${suffix}`}.${format}`
  if (format === 'txt') saveText(transcriptName, text)
  else if (format === 'srt') saveText(subtitlesName, writeSrt(makeCues(lines)), 'application/x-subrip')
  else if (format === 'vtt') saveText(subtitlesName, writeVtt(makeCues(lines)), 'text/vtt')
  else {
    // Loaded on demand.
    const { writeDocx } = await import('../../../lib/write-docx/write-docx.ts')
    saveBlob(transcriptName, writeDocx(blocksOf(stem, version)))
  }
  toasts.show({ title: videoTextMessages.downloadStarted, description: downloadMessage(format) })
}

function downloadMessage(format: ExportFormat): string {
  if (format === 'txt') return videoTextMessages.textDownloaded
  return format === 'docx' ? videoTextMessages.documentDownloaded : videoTextMessages.subtitlesDownloaded
}

/** Lines with their timestamps as labels; text without timestamps is split into paragraphs. */
export function blocksOf(title: string, { text, lines }: Pick<SavedVersion, 'text' | 'lines'>): DocxBlock[] {
  const paragraphs: readonly DocxBlock[] = containsTimestamps(text)
    ? lines.map(line => ({
        kind: 'paragraph',
        text: line.text,
        label: formatTimestamp(line.startSeconds).slice(1, -1),
      }))
    : text.split(/\n{2,}/).map(paragraph => ({ kind: 'paragraph', text: paragraph.trim() }))
  return [{ kind: 'title', text: title }, ...paragraphs.filter(block => block.text !== '')]
}
