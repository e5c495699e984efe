/** Fetches the result of an OCR job: the text and the recognized words with their positions. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import {
  type Recognition,
  recognitionParts,
  recognitionSchema,
} from '@filesmith/contract/schemas/recognition'
import { request } from '../../lib/request.ts'

export interface Extraction {
  readonly state: ConversionState
  readonly text: string
  /** Absent if the server provides only the text. */
  readonly recognition: Recognition | undefined
}

export async function fetchExtraction(state: ConversionState): Promise<Extraction> {
  if (state.downloadUrl === null) throw new Error('the extracted text has no download URL')
  const [text, recognition] = await Promise.all([fetchText(state.downloadUrl), fetchRecognition(state)])
  return { state, text, recognition }
}

export function partUrl({ parts }: ConversionState, name: string): string | undefined {
  return parts.find(part => part.name === name)?.url
}

async function fetchText(url: string): Promise<string> {
  const response = await request('GET', url)
  return response.text()
}

/** Optional: the text can be shown without the page image. */
async function fetchRecognition(state: ConversionState): Promise<Recognition | undefined> {
  const url = partUrl(state, recognitionParts.words)
  if (url === undefined) return undefined
  try {
    const response = await request('GET', url)
    return recognitionSchema.parse(await response.json())
  } catch {
    return undefined
  }
}
