/** What an extraction has brought: the text, its words with their places, and what else can be taken home. */
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
  /** Absent when the server has no words beside the text. */
  readonly recognition: Recognition | undefined
}

export async function fetchExtraction(state: ConversionState): Promise<Extraction> {
  const [text, recognition] = await Promise.all([fetchText(state.downloadUrl ?? ''), fetchRecognition(state)])
  return { state, text, recognition }
}

export function partUrl({ parts }: ConversionState, name: string): string | undefined {
  return parts.find(part => part.name === name)?.url
}

async function fetchText(url: string): Promise<string> {
  const response = await request('GET', url)
  return response.text()
}

/** The text is worth showing without its picture too. */
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
