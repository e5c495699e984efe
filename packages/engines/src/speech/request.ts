/** Requests to a speech helper process. The input is 16 kHz mono 16-bit PCM, at most 30 seconds for a model. */
import { z } from 'zod'

/** Transcription of one window. */
const transcribeRequest = z.object({
  kind: z.literal('transcribe'),
  modelFolder: z.string(),
  language: z.string(),
  /** Voice activity: a 1 or 0 for each 20 ms frame. */
  activity: z.string(),
})
export type TranscribeRequest = Readonly<z.infer<typeof transcribeRequest>>

export const speechRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('measure') }),
  /** Language detection. */
  z.object({ kind: z.literal('detect'), modelFolder: z.string() }),
  transcribeRequest,
])
export type SpeechRequest = z.infer<typeof speechRequestSchema>
