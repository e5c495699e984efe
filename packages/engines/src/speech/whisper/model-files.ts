/** Reads the configuration files of a Whisper model folder. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWhisperVocabulary, type WhisperVocabulary } from './vocabulary.ts'

export interface WhisperModelFiles {
  readonly encoderPath: string
  readonly decoderPath: string
  readonly melBands: number
  readonly layers: number
  readonly heads: number
  readonly headSize: number
  /** Maximum tokens per window, including the prompt. */
  readonly maxTokens: number
  readonly tokens: ModelTokens
  readonly vocabulary: WhisperVocabulary
}

export interface ModelTokens {
  readonly start: number
  /** <|startofprev|>: precedes text from before the window. */
  readonly startOfPrevious: number
  readonly end: number
  readonly transcribe: number
  readonly noSpeech: number
  readonly noTimestamps: number
  /** Timestamp 0.00 s; the following tokens are 20 ms steps. */
  readonly firstTimestamp: number
  readonly languages: Readonly<Record<string, number>>
  /** Annotations that are not speech: brackets, notes, speaker names. */
  readonly suppressed: readonly number[]
  /** Suppressed as the first token of a window. */
  readonly suppressedFirst: readonly number[]
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

/** In order of preference: quantized weights are as accurate here and twice as fast. */
const weightSuffixes = ['_quantized', '_int8', '_uint8', '_fp16', '']

export function readWhisperModelFiles(folder: string): WhisperModelFiles {
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
    vocabulary: createWhisperVocabulary(read<Record<string, number>>('vocab.json')),
  }
}

function graphPath(folder: string, name: string): string {
  const paths = weightSuffixes.map(kind => join(folder, 'onnx', `${name}${kind}.onnx`))
  const found = paths.find(path => existsSync(path))
  if (found === undefined) throw new Error(`The folder of this speech model has no onnx/${name}.onnx.`)
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
    // Not named in the configuration, but at this offset in all Whisper models.
    noSpeech: noTimestamps - 1,
    startOfPrevious: noTimestamps - 2,
    noTimestamps,
    firstTimestamp: noTimestamps + 1,
    languages: Object.fromEntries(languages),
    suppressed: (generation.suppress_tokens ?? []).filter(token => token < end),
    suppressedFirst: generation.begin_suppress_tokens ?? [end],
  }
}
