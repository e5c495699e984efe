/** Query for a finished transcript: its text, and its lines with times. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { type Transcript, transcriptParts, transcriptSchema } from '@filesmith/contract/schemas/transcript'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../lib/request.ts'

export interface LoadedTranscript extends Transcript {
  readonly text: string
}

export function transcriptQuery({ id, downloadUrl, parts }: ConversionState) {
  return queryOptions({
    queryKey: [apiPaths.conversion(id), transcriptParts.segments],
    queryFn: async (): Promise<LoadedTranscript> => {
      const [text, transcript] = await Promise.all([
        loadText(downloadUrl),
        loadLines(parts.find(({ name }) => name === transcriptParts.segments)?.url),
      ])
      return { ...transcript, text }
    },
  })
}

async function loadText(url: string | null): Promise<string> {
  if (url === null) return ''
  const response = await request('GET', url)
  return (await response.text()).replaceAll('\r\n', '\n').trimEnd()
}

/** A text without lines can still be read and edited. */
async function loadLines(url: string | undefined): Promise<Transcript> {
  if (url === undefined) return { language: '', durationSeconds: 0, segments: [] }
  const response = await request('GET', url)
  return transcriptSchema.parse(await response.json())
}
