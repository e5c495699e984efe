/** Reads what a folder of weights says about its model. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

export interface ModelFiles {
  readonly encoderPath: string
  readonly decoderPath: string
  readonly melBands: number
  readonly layers: number
  readonly heads: number
  readonly headSize: number
  /** Tokens a window may have, with those that begin it. */
  readonly maxTokens: number
  readonly tokens: ModelTokens
  readonly vocabulary: Vocabulary
}

export interface ModelTokens {
  readonly start: number
  /** Before a text that was said earlier. */
  readonly earlier: number
  readonly end: number
  readonly transcribe: number
  readonly noSpeech: number
  readonly noTimestamps: number
  /** Of 0.00 s; fiftieths of a second follow. */
  readonly firstTimestamp: number
  readonly languages: Readonly<Record<string, number>>
  /** Signs that are never spoken: brackets, notes, speakers' names. */
  readonly unspoken: readonly number[]
  /** A window does not begin with these. */
  readonly notFirst: readonly number[]
}

interface Config {
  readonly decoder_layers: number
  readonly decoder_attention_heads: number
  readonly d_model: number
  readonly max_target_positions: number
  readonly num_mel_bins?: number
}

interface Generation {
  readonly decoder_start_token_id: number
  readonly eos_token_id: number
  readonly no_timestamps_token_id: number
  readonly lang_to_id: Readonly<Record<string, number>>
  readonly task_to_id: { readonly transcribe: number }
  readonly suppress_tokens?: readonly number[]
  readonly begin_suppress_tokens?: readonly number[]
}

/** Small whole numbers are as good here and twice as fast; full ones are used where there is nothing else. */
const kinds = ['_quantized', '_int8', '_uint8', '_fp16', '']

export function readModelFiles(folder: string): ModelFiles {
  const read = <Value>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Value
  const config = read<Config>('config.json')
  return {
    encoderPath: graphPath(folder, 'encoder_model'),
    decoderPath: graphPath(folder, 'decoder_model_merged'),
    melBands: config.num_mel_bins ?? 80,
    layers: config.decoder_layers,
    heads: config.decoder_attention_heads,
    headSize: config.d_model / config.decoder_attention_heads,
    maxTokens: config.max_target_positions,
    tokens: readTokens(read<Generation>('generation_config.json')),
    vocabulary: createVocabulary(read<Record<string, number>>('vocab.json')),
  }
}

function graphPath(folder: string, name: string): string {
  const paths = kinds.map(kind => join(folder, 'onnx', `${name}${kind}.onnx`))
  const found = paths.find(path => existsSync(path))
  if (found === undefined)
    throw new Error(`There is no onnx/${name}.onnx in the folder of this speech model.`)
  return found
}

function readTokens(generation: Generation): ModelTokens {
  const languages = Object.entries(generation.lang_to_id).map(([name, token]) => [name.slice(2, -2), token])
  const noTimestamps = generation.no_timestamps_token_id
  const end = generation.eos_token_id
  return {
    start: generation.decoder_start_token_id,
    end,
    transcribe: generation.task_to_id.transcribe,
    // All models since the first have these two here, though none of them names them.
    noSpeech: noTimestamps - 1,
    earlier: noTimestamps - 2,
    noTimestamps,
    firstTimestamp: noTimestamps + 1,
    languages: Object.fromEntries(languages),
    unspoken: (generation.suppress_tokens ?? []).filter(token => token < end),
    notFirst: generation.begin_suppress_tokens ?? [end],
  }
}
