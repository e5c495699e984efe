/** mt12's two graphs behind the interface of the search: the encoder reads a batch, the decoder writes it piece by piece. */
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Decoder } from './beam-search.ts'

export interface TranslationModel {
  /** Reads the sources and answers a decoder with `beams` rows for each of them. */
  read(sources: readonly (readonly number[])[], beams: number): Promise<Decoder>
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
    async read(sources, beams) {
      const { ids, mask, width } = padded(sources)
      const size = [sources.length, width]
      const read = await encoder.run({ input_ids: integers(ids, size), attention_mask: integers(mask, size) })
      const rows = sources.length * beams
      const feeds: Feeds = {
        attention_mask: integers(repeatRows(mask, width, beams), [rows, width]),
      }
      for (const layer of layers) {
        for (const name of [`cross_k_${layer}`, `cross_v_${layer}`])
          feeds[name] = repeatTensor(read[name] as Tensor, sources.length, beams)
        for (const name of [`past_k_${layer}`, `past_v_${layer}`])
          feeds[name] = new Tensor('float32', new Float32Array(0), [rows, heads, 0, headSize])
      }
      return decoderOf(decoder, feeds, rows)
    },
  }
}

function decoderOf(session: InferenceSession, feeds: Feeds, rows: number): Decoder {
  const kept = layers.flatMap(layer => [`_k_${layer}`, `_v_${layer}`])
  const wanted = ['top_logprobs', 'top_ids', ...kept.map(name => `present${name}`)]
  return {
    async next(pieces, order) {
      feeds.input_ids = integers(BigInt64Array.from(pieces, BigInt), [rows, 1])
      feeds.beam_idx = integers(BigInt64Array.from(order, BigInt), [rows])
      const said = await session.run(feeds, wanted)
      for (const name of kept) feeds[`past${name}`] = said[`present${name}`] as Tensor
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

function repeatRows(values: BigInt64Array, width: number, times: number): BigInt64Array {
  const repeated = new BigInt64Array(values.length * times)
  for (let row = 0; row * width < values.length; row += 1)
    for (let copy = 0; copy < times; copy += 1)
      repeated.set(values.subarray(row * width, (row + 1) * width), (row * times + copy) * width)
  return repeated
}

function repeatTensor(tensor: Tensor, rows: number, times: number): Tensor {
  const values = tensor.data as Float32Array
  const width = values.length / rows
  const repeated = new Float32Array(values.length * times)
  for (let row = 0; row < rows; row += 1)
    for (let copy = 0; copy < times; copy += 1)
      repeated.set(values.subarray(row * width, (row + 1) * width), (row * times + copy) * width)
  return new Tensor('float32', repeated, [rows * times, ...tensor.dims.slice(1)])
}
