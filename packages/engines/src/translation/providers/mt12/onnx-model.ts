/** mt12's two graphs behind the interface of the search: the encoder reads a batch, the decoder writes it piece by piece. */
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Decoder } from './beam-search.ts'

export interface TranslationModel {
  read(sources: readonly (readonly number[])[]): Promise<Decoder>
}

const layers = [0, 1]
const heads = 8
const headSize = 64
const padPiece = 0
/** So many next pieces the decoder tells of every row. */
const toldPieces = 8

type Feeds = Record<string, Tensor>

export async function loadModel(folder: string, threads: number): Promise<TranslationModel> {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
  }
  const encoder = await InferenceSession.create(join(folder, 'encoder.onnx'), options)
  const decoder = await InferenceSession.create(join(folder, 'decoder.onnx'), options)
  return {
    async read(sources) {
      const { ids, mask, width } = padded(sources)
      const size = [sources.length, width]
      const read = await encoder.run({ input_ids: integers(ids, size), attention_mask: integers(mask, size) })
      return decoderOf(decoder, { ...read, attention_mask: integers(mask, size) })
    },
  }
}

function decoderOf(session: InferenceSession, source: Feeds): Decoder {
  const sourceNames = ['attention_mask', ...layers.flatMap(layer => [`cross_k_${layer}`, `cross_v_${layer}`])]
  const memoryNames = layers.flatMap(layer => [`_k_${layer}`, `_v_${layer}`])
  const wanted = ['top_logprobs', 'top_ids', ...memoryNames.map(name => `present${name}`)]
  const feeds: Feeds = {}
  let sentences: readonly number[] = []
  let isFirst = true

  return {
    async next(rows) {
      const wantedSentences = rows.map(row => row.sentence)
      if (wantedSentences.join() !== sentences.join()) {
        sentences = wantedSentences
        for (const name of sourceNames) feeds[name] = pickRows(source[name] as Tensor, sentences)
      }
      if (isFirst)
        for (const name of memoryNames)
          feeds[`past${name}`] = new Tensor('float32', new Float32Array(0), [rows.length, heads, 0, headSize])
      const order = rows.map(({ from }, row) => (isFirst ? row : from))
      feeds.input_ids = integers(
        BigInt64Array.from(rows, row => BigInt(row.lastPiece)),
        [rows.length, 1],
      )
      feeds.beam_idx = integers(BigInt64Array.from(order, BigInt), [rows.length])
      isFirst = false
      const said = await session.run(feeds, wanted)
      for (const name of memoryNames) feeds[`past${name}`] = said[`present${name}`] as Tensor
      return {
        width: toldPieces,
        logProbabilities: said.top_logprobs?.data as Float32Array,
        ids: said.top_ids?.data as BigInt64Array,
      }
    },
  }
}

function padded(sources: readonly (readonly number[])[]) {
  const width = Math.max(...sources.map(source => source.length))
  const ids = new BigInt64Array(sources.length * width).fill(BigInt(padPiece))
  const mask = new BigInt64Array(sources.length * width)
  for (const [row, source] of sources.entries()) {
    ids.set(BigInt64Array.from(source, BigInt), row * width)
    mask.fill(1n, row * width, row * width + source.length)
  }
  return { ids, mask, width }
}

function integers(values: BigInt64Array, size: readonly number[]): Tensor {
  return new Tensor('int64', values, size)
}

/** The named rows one below the other, each as often as it is named. */
function pickRows(tensor: Tensor, rows: readonly number[]): Tensor {
  const values = tensor.data as Float32Array | BigInt64Array
  const width = values.length / (tensor.dims[0] ?? 1)
  const size = [rows.length, ...tensor.dims.slice(1)]
  if (values instanceof BigInt64Array) {
    const picked = new BigInt64Array(rows.length * width)
    for (const [to, from] of rows.entries())
      picked.set(values.subarray(from * width, (from + 1) * width), to * width)
    return new Tensor('int64', picked, size)
  }
  const picked = new Float32Array(rows.length * width)
  for (const [to, from] of rows.entries())
    picked.set(values.subarray(from * width, (from + 1) * width), to * width)
  return new Tensor('float32', picked, size)
}
