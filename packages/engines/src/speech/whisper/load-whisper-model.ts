/** Whisper model in ONNX Runtime: encodes 30 seconds of audio and decodes token by token. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { melFrames } from './mel-spectrogram.ts'
import { readWhisperModelFiles, type WhisperModelFiles } from './model-files.ts'

const encoderOutput = 'last_hidden_state'

/** Encoder output for one window. */
export type EncoderOutput = Tensor

/** Decoder state with key-value cache; immutable, so that several continuations can start from it. */
export interface DecoderState {
  /** Logits after each token of the last run, one row per token. */
  readonly scores: Float32Array
  readonly cache: ReadonlyMap<string, Tensor>
}

export interface WhisperModel {
  readonly files: WhisperModelFiles
  readonly scoresPerToken: number
  encode(mel: Float32Array): Promise<EncoderOutput>
  startDecoding(encoded: EncoderOutput, tokens: readonly number[]): Promise<DecoderState>
  /** Disposes the given state unless `isStateKept` is set. */
  continueDecoding(
    encoded: EncoderOutput,
    state: DecoderState,
    token: number,
    isStateKept?: boolean,
  ): Promise<DecoderState>
  release(): Promise<void>
}

export async function loadWhisperModel(folder: string, threads: number): Promise<WhisperModel> {
  const files = readWhisperModelFiles(folder)
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableMemPattern: false,
    // Spinning threads would waste CPU time that other processes need.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
  const encoder = await loadEncoder(files.encoderPath, options)
  const decoder = await InferenceSession.create(files.decoderPath, options)
  const { heads, headSize, layers } = files
  const emptyCache = new Map(
    Array.from({ length: layers }, (_, layer) =>
      ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'].map(
        part => [`${layer}.${part}`, new Tensor('float32', [], [1, heads, 0, headSize])] as const,
      ),
    ).flat(),
  )
  const growingParts = [...emptyCache.keys()].filter(name => name.includes('decoder'))
  const allParts = [...emptyCache.keys()]

  async function run(
    encoded: EncoderOutput,
    tokens: readonly number[],
    cache: ReadonlyMap<string, Tensor>,
    isFirst: boolean,
  ): Promise<DecoderState> {
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: encoded,
      use_cache_branch: new Tensor('bool', [!isFirst], [1]),
    }
    for (const [name, tensor] of cache) feeds[`past_key_values.${name}`] = tensor
    // The cross-attention cache does not change: after the first run, only the self-attention cache is fetched.
    const parts = isFirst ? allParts : growingParts
    const outputs = await decoder.run(feeds, ['logits', ...parts.map(name => `present.${name}`)])
    const grown = new Map(cache)
    for (const name of parts) grown.set(name, outputs[`present.${name}`] as Tensor)
    return { scores: (outputs.logits as Tensor).data as Float32Array, cache: grown }
  }

  return {
    files,
    scoresPerToken: vocabularySize(decoder),
    async encode(mel) {
      const features = new Tensor('float32', mel, [1, files.melBands, melFrames])
      const outputs = await encoder.run({ input_features: features }, [encoderOutput])
      return outputs[encoderOutput] as EncoderOutput
    },
    startDecoding: (encoded, tokens) => run(encoded, tokens, emptyCache, true),
    async continueDecoding(encoded, state, token, isStateKept = false) {
      const next = await run(encoded, [token], state.cache, false)
      if (!isStateKept) for (const name of growingParts) state.cache.get(name)?.dispose()
      return next
    },
    async release() {
      await Promise.all([encoder.release(), decoder.release()])
    },
  }
}

/** Removes the attention outputs of the encoder graph, which would take more than half a gigabyte. */
async function loadEncoder(
  path: string,
  options: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  // External weights are resolved relative to the path of the graph.
  if (existsSync(`${path}_data`)) return InferenceSession.create(path, options)
  return InferenceSession.create(
    keepOutputs(await readFile(path), name => name === encoderOutput),
    options,
  )
}

function vocabularySize(decoder: InferenceSession): number {
  const logits = decoder.outputMetadata.find(({ name }) => name === 'logits')
  const size = logits?.isTensor ? logits.shape.at(-1) : undefined
  if (typeof size !== 'number') throw new Error('This speech model does not say how many tokens it knows.')
  return size
}

/** Protobuf field numbers of the ONNX format. */
const modelGraph = 7
const graphOutput = 12
const valueName = 1

const variableLength = 2

interface Field {
  readonly number: number
  /** Including its header. */
  readonly whole: Uint8Array
  /** Without the header; only for length-delimited fields. */
  readonly body: Uint8Array
}

/** Removes unused outputs from an ONNX graph, because outputs are kept in memory until the end of a run. */
export function keepOutputs(model: Uint8Array, isKept: (name: string) => boolean): Uint8Array {
  const isDropped = (field: Field) => field.number === graphOutput && !isKept(nameOf(field.body))
  return join(
    fieldsOf(model).flatMap(field => {
      if (field.number !== modelGraph) return [field.whole]
      const kept = fieldsOf(field.body).filter(inner => !isDropped(inner))
      const body = join(kept.map(inner => inner.whole))
      return [writeNumber((modelGraph << 3) | variableLength), writeNumber(body.length), body]
    }),
  )
}

function nameOf(value: Uint8Array): string {
  const name = fieldsOf(value).find(field => field.number === valueName)
  return Buffer.from(name?.body ?? []).toString()
}

function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at
    const tag = readNumber(bytes, at)
    at = tag.end
    const kind = tag.value & 7
    let bodyStart = at
    if (kind === 0) at = readNumber(bytes, at).end
    else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind === variableLength) {
      const length = readNumber(bytes, at)
      bodyStart = length.end
      at = length.end + length.value
    } else throw new Error('This speech model is not an ONNX file.')
    fields.push({
      number: Math.floor(tag.value / 8),
      whole: bytes.subarray(start, at),
      body: bytes.subarray(bodyStart, at),
    })
  }
  return fields
}

/** Protobuf varint. */
function readNumber(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let shift = 1, end = at; ; shift *= 128, end += 1) {
    const byte = bytes[end]
    if (byte === undefined) throw new Error('This speech model is cut off.')
    value += (byte & 127) * shift
    if (byte < 128) return { value, end: end + 1 }
  }
}

function writeNumber(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.from([...bytes, rest])
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}
