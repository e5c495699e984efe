/** Transcript of a video with times. */
import { z } from 'zod'

const transcriptWordSchema = z.object({
  text: z.string(),
  startSeconds: z.number(),
  endSeconds: z.number(),
})

export const transcriptSegmentSchema = z.object({
  startSeconds: z.number(),
  endSeconds: z.number(),
  text: z.string(),
  words: z.array(transcriptWordSchema),
})
export type TranscriptSegment = z.infer<typeof transcriptSegmentSchema>

export const transcriptSchema = z.object({
  language: z.string().describe('As given, or as detected.'),
  durationSeconds: z.number(),
  segments: z.array(transcriptSegmentSchema),
})
export type Transcript = z.infer<typeof transcriptSchema>

/** Names of the additional outputs of a transcription. */
export const transcriptParts = {
  segments: 'transcript.json',
  srt: 'subtitles.srt',
  vtt: 'subtitles.vtt',
} as const
